// expect: bug use_after_free
// options: --races=explore
// Whether the block is still there depends on a plain flag.
// fixed: verified 2
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
#ifdef FIXED
  *block = 1;
  done = 1;
#else
  if (!done) *block = 1;
#endif
  return argument;
}

int main(void) {
  pthread_t user;
  block = malloc(sizeof *block);
  pthread_create(&user, 0, use, 0);
#ifdef FIXED
  if (done) free(block);
#else
  done = 1;
  free(block);
#endif
  pthread_join(user, 0);
  return 0;
}
