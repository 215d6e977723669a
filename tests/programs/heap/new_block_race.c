// expect: bug data_race
// message: read of 4 bytes
// fixed: verified 2
// toy: var shared
// toy: thread giver { shared = 1 }
// toy: thread taker { r = shared }
// A block is given to another thread by a relaxed store. Its contents are zeros that calloc has written, and nobody
// else: the other thread may not see them yet.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef FIXED
#define GIVE memory_order_release
#else
#define GIVE memory_order_relaxed
#endif

static _Atomic(int*) shared;

static void* give(void* unused) {
  atomic_store_explicit(&shared, calloc(4, sizeof(int)), GIVE);
  return unused;
}

static void* take(void* unused) {
  int* block = atomic_load_explicit(&shared, memory_order_acquire);
  if (block != 0 && block[2] != 0) abort();
  return unused;
}

int main(void) {
  pthread_t giver, taker;
  pthread_create(&giver, 0, give, 0);
  pthread_create(&taker, 0, take, 0);
  pthread_join(giver, 0);
  pthread_join(taker, 0);
}
