// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. What it was is kept by inline assembly, in the register that it came in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, looks;
static long last;

static void* worker(void* unused) {
  while (!atomic_load(&stop)) {
    long now = atomic_fetch_add(&looks, 1);
    asm volatile("mov %1, %0" : "=m"(last) : "a"(now));
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
  assert(last < 3);
}
