// expect: bug misuse
// message: destroy of a barrier that was destroyed or never initialised
// Each of two threads thinks that it is the last one to use the barrier.
// fixed: verified 1
// count: One thread makes steps at a time, for main waits for the end of the other: 1 trace.
#include <pthread.h>

static pthread_barrier_t barrier;

static void* run(void* unused) {
#ifndef FIXED
  pthread_barrier_destroy(&barrier);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 1);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  pthread_barrier_destroy(&barrier);
  return 0;
}
