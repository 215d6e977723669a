// expect: bug use_after_free
// options: --races=explore
// Whether the block is still there depends on a plain flag.
#include <pthread.h>
#include <stdlib.h>

static int *block;
static int done;

static void *use(void *argument) {
  if (!done) *block = 1;
  return argument;
}

int main(void) {
  pthread_t user;
  block = malloc(sizeof *block);
  pthread_create(&user, 0, use, 0);
  done = 1;
  free(block);
  pthread_join(user, 0);
  return 0;
}
