// expect: verified 2
// toy: var mask, pending
// toy: thread t { r = pending; if r == 0 { await pending == 9 }; if r != 0 { r = exchange pending, 0 } }
// toy: thread main { r = exchange pending, 1 }
// A thread waits for a signal that another one sends it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void* run(void* set) {
  int number = 0;
  assert(sigwait(set, &number) == 0 && number == SIGUSR1);
  return 0;
}

int main(void) {
  pthread_t t;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_create(&t, 0, run, &set);
  assert(pthread_kill(t, 0) == 0);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, 0);
  return 0;
}
