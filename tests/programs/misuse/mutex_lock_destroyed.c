// expect: bug misuse
// message: lock of a mutex that was destroyed
// Destroyed before the thread is created and not after its end.
// fixed: verified 1
// count: One thread makes steps at a time, for main waits for the end of the other: 1 trace.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
#ifndef FIXED
  pthread_mutex_destroy(&m);
#endif
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
#ifdef FIXED
  pthread_mutex_destroy(&m);
#endif
  return 0;
}
