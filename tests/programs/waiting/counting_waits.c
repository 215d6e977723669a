// expect: bug assertion
// A thread counts how often it has looked. This one counts its rounds, and gives up.
// fixed: verified 2
// count: It looks after main, or before: then it counts, has come round but for the count, and waits. 2 traces.
// Nobody reads how often it has looked: it only waits.
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
