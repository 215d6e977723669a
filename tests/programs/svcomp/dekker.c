// expect: bug livelock
// options: --races=explore
// Nobody gives way: both threads wait for ever.
// fixed: verified 12
// toy: # Who looks too early waits for ever.
// toy: var flag[2], turn
// toy: thread t[2] {
// toy:   flag[me] = 1
// toy:   f = flag[1 - me]
// toy:   while f {
// toy:     r = turn
// toy:     if r == me { await flag[1 - me] == 99 }
// toy:     flag[me] = 0
// toy:     r = turn
// toy:     if r != me { await turn == 99 }
// toy:     flag[me] = 1
// toy:     f = flag[1 - me]
// toy:   }
// toy:   turn = 1 - me
// toy:   flag[me] = 0
// toy: }
// Dekker's lock for two threads.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static int flag[2], turn, inside;

static void enter(int self) {
  int other = 1 - self;
  flag[self] = 1;
  while (flag[other]) {
#ifdef FIXED
    if (turn != self) {
      flag[self] = 0;
      while (turn != self) {
      }
      flag[self] = 1;
    }
#endif
  }
}

static void *run(void *argument) {
  int self = (int)(long)argument;
  enter(self);
  inside = self;
  if (inside != self) reach_error();
  turn = 1 - self;
  flag[self] = 0;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long t = 0; t < 2; t++) pthread_create(&threads[t], 0, run, (void *)t);
  for (long t = 0; t < 2; t++) pthread_join(threads[t], 0);
  return 0;
}
