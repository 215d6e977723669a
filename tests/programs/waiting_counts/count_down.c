// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. The thread that has counted down to 0 knows it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, looks = 60;

static void* worker(void* unused) {
  while (!atomic_load(&stop)) assert(atomic_fetch_sub(&looks, 1) != 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
}
