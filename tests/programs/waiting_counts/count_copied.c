// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. That is copied with the memory around it, and asked for there.
// fixed: incomplete the loop at
// The same, where it is only written somewhere.
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
  char copy[sizeof looks];
  memcpy(copy, (void*)&looks, sizeof copy);
#ifndef FIXED
  assert(copy[0] < 3);
#else
  fwrite(copy, 1, sizeof copy, stdout);
#endif
}
