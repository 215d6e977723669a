// expect: verified 10
// options: --races=explore
// toy: # Who looks too early waits for ever.
// toy: var wants[2], turn
// toy: thread t[2] {
// toy:   wants[me] = 1
// toy:   turn = 1 - me
// toy:   r = wants[1 - me]
// toy:   if r { r = turn; if r == 1 - me { await turn == 99 } }
// toy:   wants[me] = 0
// toy: }
// Peterson's lock with plain variables, each thread once; the critical section is not explored, since the lock orders it.
#include <assert.h>
#include <pthread.h>

static int wants[2], turn, inside;

static void *enter(void *argument) {
  int self = (int)(long)argument, other = 1 - self;
  wants[self] = 1;
  turn = other;
  while (wants[other] && turn == other) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  wants[self] = 0;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long t = 0; t < 2; t++) pthread_create(&threads[t], 0, enter, (void *)t);
  for (long t = 0; t < 2; t++) pthread_join(threads[t], 0);
  return 0;
}
