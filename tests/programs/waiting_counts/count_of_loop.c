// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. What it counts with tells it when to give up.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static atomic_int stop, looks;

static void* worker(void* unused) {
  while (!atomic_load(&stop)) assert(atomic_fetch_add(&looks, 1) < 40);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);

  atomic_store(&stop, 1);
  pthread_join(t, 0);
}
