// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. Its block of memory is made larger, and is elsewhere then.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stop;
static atomic_int* looks;

static void* worker(void* unused) {
  while (!atomic_load(&stop)) atomic_fetch_add(looks, 1);
  return unused;
}

int main(void) {
  looks = calloc(1, sizeof *looks);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
  int* moved = realloc((void*)looks, 64);
  assert(*moved < 3);
  free(moved);
}
