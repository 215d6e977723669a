// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. What the last time was is what it returns.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static atomic_int stop, looks;

static void* worker(void* unused) {
  long last = 0;
  while (!atomic_load(&stop)) last = atomic_fetch_add(&looks, 1);
  return unused == 0 ? (void*)last : unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);

  atomic_store(&stop, 1);
  void* last = 0;
  pthread_join(t, &last);
  assert((long)last < 2);
}
