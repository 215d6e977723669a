// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. Two counts are asked for by one load.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int stop;
static union {
  _Atomic uint64_t both;
  struct {
    atomic_int looks, others;
  } one;
} counts;
#define looks counts.one.looks

static void* worker(void* unused) {
  while (!atomic_load(&stop)) atomic_fetch_add(&looks, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
  assert((int)atomic_load(&counts.both) < 3);
}
