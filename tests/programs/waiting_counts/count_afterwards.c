// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. Somebody asks for that when it is over.
// fixed: incomplete the loop at
// The same, where it is only printed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static atomic_int stop, looks;

static void* worker(void* unused) {
  while (!atomic_load(&stop)) atomic_fetch_add(&looks, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);

  atomic_store(&stop, 1);
  pthread_join(t, 0);
#ifndef FIXED
  assert(looks < 3);
#else
  printf("%d\n", looks);
#endif
}
