// expect: bug assertion
// options: --races=explore
// The lock is released too early.
// fixed: verified 4
// toy: # Who finds it locked LOOKS times is known to spin; how many depends on the compiler.
// toy: const LOOKS = 1
// toy: var word
// toy: thread t[2] {
// toy:   n = 0
// toy:   r = cas word, 0, 1
// toy:   while !r { n = n + 1; if n == LOOKS { await word == 99 }; r = cas word, 0, 1 }
// toy:   word = 0
// toy: }
// A spin lock by compare-and-swap, as a function that is one step.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static int lock, shared;

static void __VERIFIER_atomic_cas(int *word, int expected, int desired, int *done) {
  if (*word == expected) {
    *word = desired;
    *done = 1;
  } else {
    *done = 0;
  }
}

static void acquire(void) {
  int done = 0;
  do {
    __VERIFIER_atomic_cas(&lock, 0, 1, &done);
  } while (!done);
}

static void *run(void *argument) {
  acquire();
  shared = 1;
#ifndef FIXED
  lock = 0;
#endif
  if (shared != 1) reach_error();
  shared = 0;
#ifdef FIXED
  lock = 0;
#endif
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, run, 0);
  pthread_create(&second, 0, run, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
