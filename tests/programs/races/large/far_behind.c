// expect: bug use_after_free
// A block of more than all that is marked otherwise is freed, and used again at its end by a thread that was not told.
// options: --scheduler=in-order
// fixed: verified 2
// toy: var x
// toy: thread owner { x = 1 }
// toy: thread user { r = x }
// The owner keeps it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define BYTES (200UL << 20)

static _Atomic(char*) published;

static void* own(void* unused) {
  char* block = malloc(BYTES);
  block[BYTES - 1] = 1;
  atomic_store(&published, block);
#ifndef FIXED
  atomic_load(&published);
  free(block);
#endif
  return unused;
}

static void* use(void* unused) {
  char* block = atomic_load(&published);
  if (block != 0) block[BYTES - 1] = 2;
  return unused;
}

int main(void) {
  pthread_t owner, user;
  pthread_create(&owner, 0, own, 0);
  pthread_create(&user, 0, use, 0);
  pthread_join(owner, 0);
  pthread_join(user, 0);
  return 0;
}
