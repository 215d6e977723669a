// expect: bug assertion
// options: --races=explore
// The turn is given away before the flag is set.
// fixed: verified 10
// toy: # Who looks too early waits for ever.
// toy: var wants[2], turn
// toy: thread t[2] {
// toy:   wants[me] = 1
// toy:   turn = 1 - me
// toy:   r = wants[1 - me]
// toy:   if r { r = turn; if r == 1 - me { await turn == 99 } }
// toy:   wants[me] = 0
// toy: }
// Peterson's lock for two threads.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static int flag1, flag2, turn, inside;

static void *first(void *argument) {
#ifdef FIXED
  flag1 = 1;
  turn = 1;
#else
  turn = 1;
  flag1 = 1;
#endif
  while (flag2 == 1 && turn == 1) {
  }
  inside = 1;
  if (inside != 1) reach_error();
  flag1 = 0;
  return argument;
}

static void *second(void *argument) {
#ifdef FIXED
  flag2 = 1;
  turn = 0;
#else
  turn = 0;
  flag2 = 1;
#endif
  while (flag1 == 1 && turn == 0) {
  }
  inside = 2;
  if (inside != 2) reach_error();
  flag2 = 0;
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
