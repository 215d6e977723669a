// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. A handler for a signal asks for that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static atomic_int stop, looks;
#include <signal.h>
static void handler(int unused) {
  (void)unused;
  assert(atomic_load(&looks) < 3);
}

static void* worker(void* unused) {
  while (!atomic_load(&stop)) atomic_fetch_add(&looks, 1);
  return unused;
}

int main(void) {
  signal(SIGUSR1, handler);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);

  atomic_store(&stop, 1);
  pthread_join(t, 0);
  raise(SIGUSR1);
}
