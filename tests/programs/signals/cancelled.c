// expect: verified 2
// toy: var cancelled
// toy: thread t { r = cancelled; if r == 0 { await cancelled == 9 } }
// toy: thread main { cas cancelled, 0, 1 }
// Waiting for a signal is a cancellation point.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void* run(void* set) {
  int number;
  sigwait(set, &number);
  return 0;
}

int main(void) {
  pthread_t t;
  sigset_t set;
  void* result;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_create(&t, 0, run, &set);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
