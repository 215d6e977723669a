// expect: bug use_after_free
// options: --races=explore
// The block is free only for a moment, without any other step of the thread in it: then the same memory is in use again.
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void *use(void *argument) {
  *block = 1;
  return argument;
}

int main(void) {
  pthread_t user;
  block = malloc(sizeof *block);
  pthread_create(&user, 0, use, 0);
  int *old = malloc(sizeof *old);
  block = old;
  free(old);
  block = malloc(sizeof *block);
  pthread_join(user, 0);
  return 0;
}
