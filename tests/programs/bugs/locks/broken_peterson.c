// expect: bug assertion
// message: inside == 1
// location: broken_peterson.c:36
// Peterson's algorithm with the turn given to oneself instead of the other.
// fixed: verified 10
// toy: # Who looks too early waits for ever.
// toy: var wants[2], turn, inside
// toy: thread t[2] {
// toy:   wants[me] = 1
// toy:   turn = 1 - me
// toy:   r = wants[1 - me]
// toy:   if r { r = turn; if r == 1 - me { await turn == 99 } }
// toy:   r = fetch_add inside, 1
// toy:   r = inside
// toy:   r = fetch_add inside, -1
// toy:   wants[me] = 0
// toy: }
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2], turn, inside;

static void* run(void* argument) {
  int me = (int)(intptr_t)argument, other = 1 - me;
  wants[me] = 1;
#ifdef FIXED
  turn = other;
#else
  turn = me;
#endif
  while (wants[other] && turn == other) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, (void*)1);
  run((void*)0);
  pthread_join(thread, 0);
  return 0;
}
