// expect: bug assertion
// message: second != first
// fixed: verified 50
// count: user and two writers with four updates each: what it finds in x, and then in y and the order of the updates of noise: 5 * 5 * 2 = 50
// Which block a thread gets depends on which it has freed before, and that is nowhere on its stack.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y, noise;
static void *first, *second;

static void leave_nothing_below(void) {
  volatile char room[4096];
  for (unsigned k = 0; k < sizeof room; k++) room[k] = 0;
}
static void* user(void* argument) {
  if (atomic_load(&x) == 2) free(first);
  leave_nothing_below();
  if (atomic_load(&y) == 1) second = malloc(sizeof(int));
  return argument;
}
static void* writer(void* argument) {
  for (int n = 0; n < 4; n++) atomic_fetch_add((atomic_int*)argument, 1);
  atomic_fetch_add(&noise, 1);
  return 0;
}

int main(void) {
  pthread_t t[3];
  first = malloc(sizeof(int));
  pthread_create(&t[0], 0, user, 0);
  pthread_create(&t[1], 0, writer, &x);
  pthread_create(&t[2], 0, writer, &y);
  for (int n = 0; n < 3; n++) pthread_join(t[n], 0);
#ifndef FIXED
  assert(second != first);
#endif
  return 0;
}
