// expect: verified 2
// options: --races=explore
// toy: # All accesses to the block are ordered by `done` or by the join, so it is not shared.
// toy: var done
// toy: thread use { done = 1 }
// toy: thread main { r = done }
// The user says when it is done: the flag is seen in time, or main leaves the block alone.
#include <pthread.h>
#include <stdlib.h>

static int *block;
static int done;

static void *use(void *argument) {
  *block = 1;
  done = 1;
  return argument;
}

int main(void) {
  pthread_t user;
  block = malloc(sizeof *block);
  pthread_create(&user, 0, use, 0);
  if (done) free(block);
  pthread_join(user, 0);
  return 0;
}
