// expect: verified 5
// count: Each of two threads looks after main, or before; then it counts, has come round but for the count, and waits.
// If both look before, they count in two orders. 5 traces.
// Two threads count together how often they have looked. Nobody reads that.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, looks;

static void* worker(void* unused) {
  while (!atomic_load(&stop)) atomic_fetch_add(&looks, 1);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  atomic_store(&stop, 1);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
