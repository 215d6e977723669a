// expect: bug assertion
// A thread goes round through slots until there is something in one of them. This one gives up.
// fixed: verified 2
// count: The exchanges of the second slot come after the store or before it. In the second case the thread goes round
// until all is as it was, and waits. 2 traces.
// The same without the counter: it only waits.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int slots[3];

static void* worker(void* unused) {
#ifndef FIXED
  int rounds = 0;
  int k = 0;
  while (!atomic_exchange(&slots[k], 0)) {
    k = (k + 1) % 3;
    assert(++rounds < 50);
  }
#else
  int k = 0;
  while (!atomic_exchange(&slots[k], 0)) k = (k + 1) % 3;
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&slots[1], 1);
  pthread_join(t, 0);
}
