// expect: bug data_race
// A large block is freed, and its memory is used again, before another thread uses the old one for the first time.
// options: --scheduler=in-order
// fixed: verified 2
// toy: var x
// toy: thread owner { x = 1 }
// toy: thread user { r = x }
// The other thread gets the new block, once it is there.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char*) published;

static void* own(void* unused) {
  char* block = malloc(100000);
  for (int k = 0; k < 100000; k += 8) block[k] = 1;
#ifndef FIXED
  atomic_store(&published, block);
#endif
  free(block);
  block = malloc(90000);
  for (int k = 0; k < 40000; k += 8) block[k] = 2;
#ifdef FIXED
  atomic_store(&published, block);
#endif
  return unused;
}

static void* use(void* unused) {
  char* block = atomic_load(&published);
  if (block != 0) block[60001] = 3;
  return unused;
}

int main(void) {
  pthread_t owner, user;
  pthread_create(&owner, 0, own, 0);
  pthread_create(&user, 0, use, 0);
  pthread_join(owner, 0);
  pthread_join(user, 0);
}
