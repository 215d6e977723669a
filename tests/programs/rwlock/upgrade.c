// expect: bug deadlock
// Two readers that both want to become the writer wait for each other.
#include <pthread.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void* upgrader(void* unused) {
  pthread_rwlock_rdlock(&w);
  int missing = x == 0;
  if (missing) {
    pthread_rwlock_wrlock(&w);
    x = 1;
    pthread_rwlock_unlock(&w);
  }
  pthread_rwlock_unlock(&w);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, upgrader, 0);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  return 0;
}
