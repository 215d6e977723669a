// expect: bug assertion
// options: --races=explore
// The turn is given away too early.
#include <assert.h>
#include <pthread.h>

static int wants[2], turn, inside;

static void *enter(void *argument) {
  int self = (int)(long)argument, other = 1 - self;
  turn = other;
  wants[self] = 1;
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
