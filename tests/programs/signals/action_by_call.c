// expect: bug signal
// fixed: verified 2
// toy: var ready
// toy: thread prepare { ready = 1 }
// toy: thread raise { r = ready }
// What a signal does is changed by a system call, before or after another thread raises it.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

struct kernel_action {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)(void);
  unsigned long mask;
};

static atomic_int ready;

static void* prepare(void* argument) {
  const struct kernel_action ignore = {.handler = SIG_IGN};
  syscall(SYS_rt_sigaction, SIGUSR1, &ignore, NULL, 8);
#ifdef FIXED
  atomic_store(&ready, 1);
#endif
  return argument;
}

static void* raise_it(void* argument) {
#ifdef FIXED
  if (atomic_load(&ready) == 0) return argument;
#endif
  raise(SIGUSR1);
  return argument;
}

int main(void) {
  pthread_t preparer, raiser;
  pthread_create(&preparer, NULL, prepare, NULL);
  pthread_create(&raiser, NULL, raise_it, NULL);
  pthread_join(preparer, NULL);
  pthread_join(raiser, NULL);
  return 0;
}
