// expect: verified 2
// toy: var x
// toy: thread first { x = 1 }
// toy: thread second { r = x }
// Large blocks go from one thread to another, are freed there, and are used again: as larger and smaller ones, by others than
// those whose heap it is. Everything is ordered.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char*) published;

static char* fill(char* block, int from, int to) {
  for (int k = from; k < to; k += 8) block[k] = 1;
  return block;
}

static void* give(void* unused) {
  for (int k = 0; k < 3; k++) free(fill(malloc(70000 + 20000 * k), 0, 70000));
  char* block = fill(malloc(120000), 0, 120000);
  atomic_store(&published, block);
  return unused;
}

static void* take(void* unused) {
  char* block = atomic_load(&published);
  if (block == 0) return unused;
  free(fill(block, 30000, 50000));
  block = fill(malloc(110000), 20000, 90000);
  free(fill(realloc(block, 80000), 0, 80000));
  free(fill(malloc(130000), 0, 130000));
  return unused;
}

int main(void) {
  pthread_t giver, taker;
  pthread_create(&giver, 0, give, 0);
  pthread_create(&taker, 0, take, 0);
  pthread_join(giver, 0);
  pthread_join(taker, 0);
  char* left = atomic_load(&published);
  (void)left;
}
