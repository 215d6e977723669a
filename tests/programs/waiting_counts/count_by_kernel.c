// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. The kernel is asked to write it to a pipe.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int stop, looks;

static void* worker(void* unused) {
  while (!atomic_load(&stop)) atomic_fetch_add(&looks, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
  int ends[2];
  char lowest = 0;
  assert(pipe(ends) == 0 && write(ends[1], (void*)&looks, 1) == 1 && read(ends[0], &lowest, 1) == 1);
  assert(lowest < 3);
}
