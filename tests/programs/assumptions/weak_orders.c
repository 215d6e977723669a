// expect: verified 2
// toy: var flag
// toy: thread t[2] { r = exchange flag, 1 }
// assumes: weaker orders at 2 places (first 
// A lock by a builtin of gcc that acquires, and a fence.
#include <pthread.h>

static int flag, winner;

static void* run(void* mine) {
  int taken = __sync_lock_test_and_set(&flag, 1);
  if (taken == 0) winner++;
  __atomic_thread_fence(__ATOMIC_RELEASE);
  return mine;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
