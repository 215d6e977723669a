// expect: verified 10
// toy: # Who looks too early waits for ever.
// toy: var wants[2], turn, inside
// toy: thread t[2] {
// toy:   wants[me] = 1
// toy:   turn = 1 - me
// toy:   r = wants[1 - me]
// toy:   if r { r = turn; if r == 1 - me { await turn == 99 } }
// toy:   r = fetch_add inside, 1
// toy:   r = fetch_add inside, -1
// toy:   wants[me] = 0
// toy: }
// Peterson's lock: the loop reads two variables.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void* enter(void* argument) {
  int me = argument != 0, other = 1 - me;
  wants[me] = 1;
  turn = other;
  while (atomic_load(&wants[other]) == 1 && atomic_load(&turn) == other) {
  }
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, enter, &t);
  enter(0);
  pthread_join(t, 0);
}
