// expect: bug assertion
// A thread sleeps until it is stopped. This one counts its rounds, and gives up.
// fixed: verified 2
// count: The thread looks before main has done it, or after. In the first case it waits: it finds everything as it
// was. 2 traces.
// The same without the counter: it only waits.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int stop;

static void* worker(void* unused) {
#ifndef FIXED
  int rounds = 0;
  while (!atomic_load(&stop)) {
    usleep(1000);
    sched_yield();
    assert(++rounds < 50);
  }
#else
  struct timespec second = {1, 0};
  while (!atomic_load(&stop)) {
    usleep(1000);
    nanosleep(&second, 0);
    sched_yield();
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
