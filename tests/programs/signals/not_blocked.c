// expect: bug misuse
// message: waiting for a signal that is not blocked
// fixed: verified 1
// count: Only one thread makes steps, for main waits for its end: 1 trace.
#include <pthread.h>
#include <signal.h>

static void* run(void* unused) {
  sigset_t set;
  int number;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
#ifdef FIXED
  pthread_sigmask(SIG_BLOCK, &set, 0);
  raise(SIGUSR1);
#endif
  sigwait(&set, &number);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
