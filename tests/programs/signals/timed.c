// expect: verified 2
// toy: var pending
// toy: thread t { r = pending; if r != 0 { r = exchange pending, 0 } }
// toy: thread main { r = exchange pending, 1 }
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static void* run(void* set) {
  struct timespec second = {1, 0};
  int number = sigtimedwait(set, 0, &second);
  assert(number == SIGUSR1 || (number == -1 && errno == EAGAIN));
  return 0;
}

int main(void) {
  pthread_t t;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_create(&t, 0, run, &set);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, 0);
  return 0;
}
