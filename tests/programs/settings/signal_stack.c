// expect: bug assertion
// fixed: verified 1
// count: one thread makes steps at a time: 1 trace.
// Each thread has a stack for handlers of its own, and is told which. Signals that nobody can handle are refused.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static char memory[2][65536];

static void* run(void* argument) {
  const stack_t stack = {.ss_sp = memory[1], .ss_size = sizeof memory[1]};
  stack_t found = {.ss_size = 1};
  assert(sigaltstack(NULL, &found) == 0 && found.ss_flags == SS_DISABLE);
  assert(sigaltstack(&stack, NULL) == 0);
  return argument;
}

int main(void) {
  const stack_t stack = {.ss_sp = memory[0], .ss_size = sizeof memory[0]}, small = {.ss_sp = memory[0], .ss_size = 8};
  stack_t found;
  pthread_t thread;
  assert(sigaltstack(&stack, NULL) == 0 && sigaltstack(&small, NULL) == -1 && errno == ENOMEM);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(sigaltstack(NULL, &found) == 0 && found.ss_flags == 0 && found.ss_size == sizeof memory[0]);
#ifdef FIXED
  assert(found.ss_sp == memory[0]);
#else
  assert(found.ss_sp == memory[1]);
#endif
  assert(signal(SIGKILL, SIG_IGN) == SIG_ERR && errno == EINVAL);
  return 0;
}
