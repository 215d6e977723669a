// expect: bug assertion
// options: --races=explore
// ... which is reached.
// fixed: verified 140
// toy: var i = 1, j = 1
// toy: thread first { repeat 2 { b = j; a = i; i = a + b } }
// toy: thread second { repeat 2 { a = i; b = j; j = a + b } }
// toy: thread main { a = i; b = j }
// Two rounds of each thread make at most the sixth Fibonacci number.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

enum { kRounds = 2 };
static int i = 1, j = 1;

static void *add_j(void *argument) {
  for (int k = 0; k < kRounds; k++) i += j;
  return argument;
}

static void *add_i(void *argument) {
  for (int k = 0; k < kRounds; k++) j += i;
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, add_j, 0);
  pthread_create(&second, 0, add_i, 0);
#ifdef FIXED
  if (i > 8 || j > 8) reach_error();
#else
  if (i >= 8 || j >= 8) reach_error();
#endif
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
