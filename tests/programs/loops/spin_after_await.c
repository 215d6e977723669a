// expect: bug livelock
// options: --scheduler=reads-first
// The thread waits in mazurka_await at the end of some executions, and spins in later ones. Found by the conformance
// test (seed 2, program 10459): it was still taken to be in the await, and its loop was not recognised.
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* run(void* unused) {
  while (x != 0) {
  }
  mazurka_await(x == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  x = 1;
  pthread_join(thread, 0);
  return 0;
}
