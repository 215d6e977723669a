// expect: bug assertion
// options: --races=explore --watchdog=1 --unroll=3
// A loop that waits for a plain flag, and changes something in each round: no spin loop. It is not endless.
#include <assert.h>
#include <pthread.h>

static int stop, rounds;

static void *count(void *argument) {
  while (!stop) rounds++;
  assert(rounds < 2);
  return argument;
}

int main(void) {
  pthread_t counter;
  pthread_create(&counter, 0, count, 0);
  stop = 1;
  pthread_join(counter, 0);
  return 0;
}
