// expect: bug signal
// message: SIGILL
// A trap in a place that was thought to be out of reach.
// fixed: verified 2
// toy: var state
// toy: thread t { r = state }
// toy: thread main { state = 2 }
// illegal_instruction.c without the state in between.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;

static void* run(void* unused) {
  if (atomic_load(&state) == 1) __builtin_trap();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifndef FIXED
  atomic_store(&state, 1);
#endif
  atomic_store(&state, 2);
  pthread_join(t, 0);
  return 0;
}
