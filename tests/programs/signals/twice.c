// expect: bug deadlock
// A signal that is pending already is not counted: the second one may be lost.
// fixed: verified 3
// toy: var pending
// toy: sem received
// toy: thread t { r = pending; if r == 0 { await pending == 9 }; r = exchange pending, 0; release received; r = pending; if r == 0 { await pending == 9 }; r = exchange pending, 0; release received }
// toy: thread main { r = exchange pending, 1; acquire received; r = exchange pending, 1; acquire received }
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t received;

static void* run(void* set) {
  int number;
  for (int n = 0; n < 2; n++) {
    sigwait(set, &number);
    sem_post(&received);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  sigset_t set;
  sem_init(&received, 0, 0);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_create(&t, 0, run, &set);
  for (int n = 0; n < 2; n++) {
    pthread_kill(t, SIGUSR1);
#ifdef FIXED
    sem_wait(&received);
#endif
  }
  pthread_join(t, 0);
  return 0;
}
