// expect: bug assertion
// A thread looks at a flag, and at the clock. This one gives up after an hour.
// fixed: verified 3
// count: It looks after main, or before. In the second case years pass before the next round, which sees it, or comes
// before as well: then it waits. 3 traces.
// The same without the counter: it only waits.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int stop;

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

static void* worker(void* unused) {
#ifndef FIXED
  int rounds = 0;
  long deadline = now() + 3600;
  while (!atomic_load(&stop)) {
    rounds = now() > deadline;
    assert(!rounds);
  }
#else
  long last = now();
  while (!atomic_load(&stop)) last = now();
  (void)last;
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
}
