// expect: bug deadlock
// Upgrade of a read lock: two readers that want to write each wait for the other to leave.
// fixed: verified 2
// toy: rwlock w
// toy: thread t[2] { wrlock w; wrunlock w }
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void* increment_if_even(void* unused) {
#ifdef FIXED
  pthread_rwlock_wrlock(&lock);
  if (value % 2 == 0) value++;
  pthread_rwlock_unlock(&lock);
#else
  pthread_rwlock_rdlock(&lock);
  if (value % 2 == 0) {
    pthread_rwlock_wrlock(&lock);
    value++;
    pthread_rwlock_unlock(&lock);
  }
  pthread_rwlock_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int n = 0; n < 2; n++) pthread_create(&threads[n], 0, increment_if_even, 0);
  for (int n = 0; n < 2; n++) pthread_join(threads[n], 0);
  return value != 1;
}
