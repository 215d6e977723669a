// expect: bug signal
// fixed: verified 1
// count: each waits for the other: one trace.
// A jump gives a thread its old mask back, which does not block the signal that has come meanwhile.
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

static sem_t blocked, sent;

static void* jump(void* argument) {
  sigjmp_buf place;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  if (sigsetjmp(place, 1) != 0) return argument;
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  sem_post(&blocked);
  sem_wait(&sent);
#ifdef FIXED
  int number;
  sigwait(&set, &number);
#endif
  siglongjmp(place, 1);
}

int main(void) {
  pthread_t thread;
  sem_init(&blocked, 0, 0);
  sem_init(&sent, 0, 0);
  pthread_create(&thread, NULL, jump, NULL);
  sem_wait(&blocked);
  pthread_kill(thread, SIGUSR1);
  sem_post(&sent);
  pthread_join(thread, NULL);
  return 0;
}
