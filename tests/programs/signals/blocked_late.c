// expect: bug signal
// message: SIGUSR1 was raised
// The thread blocks the signal only after it was created: sent before that, it ends the program.
// fixed: verified 2
// toy: var pending
// toy: thread t { r = pending; if r == 0 { await pending == 9 }; if r != 0 { r = exchange pending, 0 } }
// toy: thread main { r = exchange pending, 1 }
#include <pthread.h>
#include <signal.h>

static sigset_t set;

static void* run(void* unused) {
  int number;
  pthread_sigmask(SIG_BLOCK, &set, 0);
  sigwait(&set, &number);
  return unused;
}

int main(void) {
  pthread_t t;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
#ifdef FIXED
  pthread_sigmask(SIG_BLOCK, &set, 0);
#endif
  pthread_create(&t, 0, run, 0);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, 0);
  return 0;
}
