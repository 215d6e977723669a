// expect: bug use_after_free
// fixed: verified 50
// count: user and two writers with four updates each: what it finds in x, and then in y and the order of the updates of noise: 5 * 5 * 2 = 50
// What a thread has freed is nowhere on its stack. Only where `user` has found 2 and then 1, it uses a block that it has
// freed before.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y, noise;

static void leave_nothing_below(void) {
  volatile char room[4096];
  for (unsigned k = 0; k < sizeof room; k++) room[k] = 0;
}
static void* user(void* argument) {
  int* block = argument;
  if (atomic_load(&x) == 2) free(block);
  leave_nothing_below();
  if (atomic_load(&y) == 1) {
#ifndef FIXED
    *block = 1;
#endif
  }
  return 0;
}
static void* writer(void* argument) {
  for (int n = 0; n < 4; n++) atomic_fetch_add((atomic_int*)argument, 1);
  atomic_fetch_add(&noise, 1);
  return 0;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, user, malloc(sizeof(int)));
  pthread_create(&t[1], 0, writer, &x);
  pthread_create(&t[2], 0, writer, &y);
  for (int n = 0; n < 3; n++) pthread_join(t[n], 0);
  return 0;
}
