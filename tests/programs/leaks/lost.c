// expect: bug leak
// options: --leaks
// message: memory leak: 24 bytes in 1 block is lost
// location: lost.c:18
// The loser of a race for the pointer forgets its block. (The exchange is atomic.)
// fixed: verified 2
// toy: var slot
// toy: thread make[2] { r = cas slot, 0, me + 1 }
// toy: thread main { join make[0]; join make[1]; r = slot }
// The loser of a race for the pointer frees its block.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(void *) slot;

static void *make(void *argument) {
  void *block = malloc(24);
  void *expected = 0;
#ifdef FIXED
  if (!atomic_compare_exchange_strong(&slot, &expected, block)) free(block);
#else
  atomic_compare_exchange_strong(&slot, &expected, block);
#endif
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
