// expect: verified 2
// options: --leaks
// The loser of a race for the pointer frees its block.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(void *) slot;

static void *make(void *argument) {
  void *block = malloc(24);
  void *expected = 0;
  if (!atomic_compare_exchange_strong(&slot, &expected, block)) free(block);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, make, 0);
  pthread_create(&second, 0, make, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  free(slot);
  return 0;
}
