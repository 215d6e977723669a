// expect: bug misuse
// message: unlock of a mutex that was destroyed
// Unlocked once more, when it is gone.
// fixed: verified 1
// count: One thread makes steps at a time, for main waits for the end of the other: 1 trace.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m);
#ifndef FIXED
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
