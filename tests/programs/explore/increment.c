// expect: bug assertion
// options: --races=explore
// message: assertion failed: x == 2
// An update of a plain variable is a read and a write, and another thread may come between them.
// fixed: verified 4
// toy: var x
// toy: thread t[2] { r = x; x = r + 1 }
// Two reads and two writes of two threads: 4 traces, by which writes each read sees and the order of the writes.
#include <assert.h>
#include <pthread.h>

#include "shared.h"

static SHARED(int) x;

static void *add_one(void *argument) {
  STORE(x, LOAD(x) + 1);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, add_one, 0);
  pthread_create(&second, 0, add_one, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
#ifdef FIXED
  assert(x == 1 || x == 2);
#else
  assert(x == 2);
#endif
  return 0;
}
