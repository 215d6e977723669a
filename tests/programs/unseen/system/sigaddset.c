// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A set of signals is plain memory.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>

static sigset_t set;

static void* run(void* unused) {
  sigaddset(&set, SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  sigaddset(&set, SIGUSR2);
#else
  sigaddset(&set, SIGUSR2);
  pthread_join(t, 0);
#endif
  return 0;
}
