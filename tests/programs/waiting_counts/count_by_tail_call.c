// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. The function that counts says what it was.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stop, looks;

static __attribute__((noinline)) int count(void) {
  return atomic_fetch_add(&looks, 1);
}

static void* worker(void* unused) {
  while (!atomic_load(&stop)) assert(count() < 40);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
}
