// expect: bug data_race
// The memory that the other thread still uses was freed and is in use again: the new owner's and its accesses are not
// ordered.
// fixed: verified 2
// toy: var block
// toy: thread user { r = block }
// toy: thread main { block = 1; join user }
// The other thread is done with the block before its memory is used again. 2 traces: whether it sees the block.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) block;
static int *again;

static void *use(void *argument) {
  int *mine = atomic_load(&block);
  if (mine != 0) *mine = 1;
  return argument;
}

int main(void) {
  pthread_t user;
  pthread_create(&user, 0, use, 0);
  int *old = malloc(sizeof *old);
  atomic_store(&block, old);
#ifdef FIXED
  pthread_join(user, 0);
#endif
  free(old);
  again = malloc(sizeof *again);
#ifndef FIXED
  atomic_store(&block, 0);
  pthread_join(user, 0);
#endif
  free(again);
  return 0;
}
