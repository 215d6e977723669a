// expect: bug signal
// fixed: verified 2
// toy: var ready
// toy: thread block { ready = 1 }
// toy: thread sender { r = ready }
// A thread blocks a signal by a system call, before or after another one sends it.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int ready;

static void* block(void* argument) {
  const unsigned long set = 1UL << (SIGUSR1 - 1);
  syscall(SYS_rt_sigprocmask, SIG_BLOCK, &set, NULL, 8);
  atomic_store(&ready, 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, block, NULL);
#ifdef FIXED
  if (atomic_load(&ready) == 1)
#endif
    pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
