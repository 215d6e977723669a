// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. A function at the end of the program asks for that, by a plain read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stop, looks;

static void over(void) {
  assert(*(int*)&looks < 3);
}

static void* worker(void* unused) {
  while (!atomic_load(&stop)) atomic_fetch_add(&looks, 1);
  return unused;
}

int main(void) {
  atexit(over);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
}
