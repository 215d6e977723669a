// expect: bug misuse
// message: wait at a barrier that was not initialised
// Zeros are no barrier.
// fixed: verified 1
// count: One thread makes steps at a time, for main waits for the end of the other: 1 trace.
#include <pthread.h>

static pthread_barrier_t barrier;

static void* run(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t t;
#ifdef FIXED
  pthread_barrier_init(&barrier, 0, 1);
#endif
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
