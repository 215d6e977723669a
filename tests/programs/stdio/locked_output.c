// expect: bug deadlock
// Who has locked standard output keeps others from printing.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* first(void* unused) {
  flockfile(stdout);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  funlockfile(stdout);
  return unused;
}
static void* second(void* unused) {
  pthread_mutex_lock(&m);
  printf("text\n");
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
