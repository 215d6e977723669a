// expect: bug assertion
// A thread waits for longer and longer, up to a limit. This one counts its rounds, and gives up.
// fixed: verified 8
// count: It waits for 1, 2, 4, ... 64: seven rounds that differ. main comes before one of these, or after them all:
// then it waits. 8 traces.
// The same without the counter: it only waits.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int stop;

static volatile int sink;

static void pause_for(int rounds) {
  for (int k = 0; k < rounds; k++) sink = 0;
}

static void* worker(void* unused) {
#ifndef FIXED
  int rounds = 0;
  int wait = 1;
  while (!atomic_load(&stop)) {
    pause_for(wait);
    if (wait < 64) wait *= 2;
    assert(++rounds < 50);
  }
#else
  int wait = 1;
  while (!atomic_load(&stop)) {
    pause_for(wait);
    if (wait < 64) wait *= 2;
  }
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
}
