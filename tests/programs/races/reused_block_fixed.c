// expect: verified 2
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
  pthread_join(user, 0);
  free(old);
  again = malloc(sizeof *again);
  free(again);
  return 0;
}
