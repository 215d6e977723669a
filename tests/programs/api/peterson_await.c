// expect: verified 10
// toy: # An await that looks too early never goes on: its thread ends there.
// toy: var wants[2], turn, inside
// toy: thread enter[2] {
// toy:   wants[me] = 1
// toy:   turn = 1 - me
// toy:   goes_on = 1
// toy:   r = wants[1 - me]
// toy:   if r == 1 { r = turn; goes_on = r == me }
// toy:   if goes_on { r = fetch_add inside, 1; r = fetch_add inside, -1; wants[me] = 0 }
// toy: }
// Peterson's lock with awaits on two variables at once. Of the executions, those where a thread waits with an old view
// are no deadlocks.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void* enter(void* argument) {
  int me = argument != 0, other = 1 - me;
  wants[me] = 1;
  turn = other;
  mazurka_await(atomic_load(&wants[other]) == 0 || atomic_load(&turn) == me);
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
