// expect: bug assertion
// options: --races=explore
// Both may see it.
// fixed: verified 3
// toy: var x, y
// toy: thread first { x = 1; r = y }
// toy: thread second { y = 1; r = x }
// Under sequential consistency at least one thread sees the write of the other: 3 traces.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static int x, y, r1, r2;

static void *first(void *argument) {
  x = 1;
  r1 = y;
  return argument;
}

static void *second(void *argument) {
  y = 1;
  r2 = x;
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
#ifdef FIXED
  if (r1 == 0 && r2 == 0) reach_error();
#else
  if (r1 == 1 && r2 == 1) reach_error();
#endif
  return 0;
}
