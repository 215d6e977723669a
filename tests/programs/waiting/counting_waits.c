// expect: bug assertion
// A thread counts how often it has looked. This one counts its rounds, and gives up.
// fixed: incomplete the loop at
// Whether the number of looks makes a difference some day nobody knows: it is bounded, and that is said.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int stop, looks;

static void* worker(void* unused) {
#ifndef FIXED
  int rounds = 0;
  while (!atomic_load(&stop)) {
    atomic_fetch_add(&looks, 1);
    assert(++rounds < 50);
  }
#else
  while (!atomic_load(&stop)) atomic_fetch_add(&looks, 1);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
}
