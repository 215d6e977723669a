// expect: bug misuse
// message: use of a condition variable that was destroyed
// Destroyed before the thread is created and not after its end.
// fixed: verified 1
// count: One thread makes steps at a time, for main waits for the end of the other: 1 trace.
#include <pthread.h>

static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void* run(void* unused) {
  pthread_cond_signal(&c);
  return unused;
}

int main(void) {
  pthread_t t;
#ifndef FIXED
  pthread_cond_destroy(&c);
#endif
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
#ifdef FIXED
  pthread_cond_destroy(&c);
#endif
  return 0;
}
