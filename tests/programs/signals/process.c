// expect: verified 6
// toy: # Who looks for a signal of the process takes it in the same step. Who finds none waits for ever.
// toy: var pending
// toy: thread t[2] { r = exchange pending, 0; if r == 0 { await pending == 9 } }
// toy: thread main { r = exchange pending, 1 }
// A signal to the process: one of the threads that wait for it gets it, whichever. All others block it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int received;
static sigset_t set;

static void* run(void* unused) {
  siginfo_t information;
  assert(sigwaitinfo(&set, &information) == SIGTERM && information.si_signo == SIGTERM);
  assert(atomic_fetch_add(&received, 1) == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  sigfillset(&set);
  sigprocmask(SIG_BLOCK, &set, 0);
  for (int n = 0; n < 2; n++) {
    pthread_create(&t, 0, run, 0);
    pthread_detach(t);
  }
  kill(getpid(), SIGTERM);
  return 0;
}
