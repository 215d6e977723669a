// expect: bug use_after_free
// fixed: verified 25
// count: user finds one of 0..4 in x, main one of 0..4 in y: 5 * 5 = 25
// A thread that writes to a block finds that there is one: main has seen nothing else of whether `user` has freed it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;

static void* user(void* argument) {
  if (atomic_load(&x) == 3) free(argument);
  return 0;
}
static void* writer(void* argument) {
  for (int n = 0; n < 4; n++) atomic_fetch_add((atomic_int*)argument, 1);
  return 0;
}

int main(void) {
  pthread_t t[3];
  int* block = malloc(sizeof(int));
  pthread_create(&t[0], 0, user, block);
  pthread_create(&t[1], 0, writer, &x);
  pthread_create(&t[2], 0, writer, &y);
  pthread_join(t[0], 0);
  if (atomic_load(&y) == 1) {
#ifndef FIXED
    *block = 1;
#endif
  }
  return 0;
}
