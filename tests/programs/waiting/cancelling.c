// expect: bug assertion
// A thread says that it looks, and that it does not any more. This one counts its rounds, and gives up.
// fixed: verified 3
// count: It looks after main, or before. In the second case its next round may be the one that sees it, or come
// before as well: then it has come round, and waits. 3 traces.
// The same without the counter: it only waits.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int stop, looks;
static int depth;

static void* worker(void* unused) {
#ifndef FIXED
  int rounds = 0;
  while (!atomic_load(&stop)) {
    atomic_fetch_add(&looks, 1);
    depth++;
    assert(++rounds < 50);
    depth--;
    atomic_fetch_sub(&looks, 1);
  }
#else
  while (!atomic_load(&stop)) {
    atomic_fetch_add(&looks, 1);
    depth++;
    depth--;
    atomic_fetch_sub(&looks, 1);
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
