// expect: bug assertion
// Threads that threads start get their numbers as they are met. The schedule of the bug has those of the exploration, in which others
// were met first: its replay must give them the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z;

static void* leaf(void* argument) {
  const long number = (long)argument;
  z = (int)number;
  if (number == 2) {
    y = 7;
    assert(x != 1);
  }
  return 0;
}

static void* middle(void* argument) {
  const long number = (long)argument;
  pthread_t thread;
  if (number == 2 && z == 1) x = 1;
  if (number == 1) (void)y;
  if (number == 1 ? x == 0 : z != 5) {
    pthread_create(&thread, 0, leaf, argument);
    pthread_join(thread, 0);
  }
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long k = 0; k < 3; k++) pthread_create(&threads[k], 0, middle, (void*)(k + 1));
  for (int k = 0; k < 3; k++) pthread_join(threads[k], 0);
}
