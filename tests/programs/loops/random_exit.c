// expect: bug assertion
// The loop looks the same in every iteration, but it leaves by the state of a library: it must not be taken for a spin
// loop.
// fixed: verified 1
// count: Only main has steps, so that nothing it does can come before or after a step of the thread: one trace.
// As random_exit.c, but nothing goes wrong after the loop: it ends, and is no livelock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

static void* nothing(void* unused) {
  return unused;
}

int main(void) {
  pthread_t t;
  srand(1);
  pthread_create(&t, 0, nothing, 0);
  while (atomic_load(&flag) == 0)
    if (rand() % 16 == 3) break;
#ifndef FIXED
  assert(atomic_load(&flag) == 1);
#endif
  pthread_join(t, 0);
}
