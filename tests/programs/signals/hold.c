// expect: bug signal
// fixed: verified 2
// toy: var ready
// toy: thread hold { ready = 1 }
// toy: thread sender { r = ready }
// A thread blocks a signal by sighold(), before or after another one sends it.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;

static void* hold(void* argument) {
  sighold(SIGUSR1);
  atomic_store(&ready, 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, hold, NULL);
#ifdef FIXED
  if (atomic_load(&ready) == 1)
#endif
    pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
