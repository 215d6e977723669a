// expect: bug assertion 3
// options: --races=explore --keep-going
// failed: 1
// toy: var x, y
// toy: thread writer { x = 1; y = 1 }
// toy: thread main { a = y; b = x; assert a == b }
// Bugs that were found before all shared memory was known are replayed, too. 3 traces: none of the writes is seen, only
// that of x, or both.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *write_both(void *argument) {
  x = 1;
  y = 1;
  return argument;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, 0, write_both, 0);
  int a = y;
  int b = x;
  assert(a == b);
  pthread_join(writer, 0);
  return 0;
}
