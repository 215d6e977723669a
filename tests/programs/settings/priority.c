// expect: bug assertion
// fixed: verified 1
// count: one thread makes steps at a time: 1 trace.
// Each thread has a priority of its own; a new one has that of its creator.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

static void* run(void* argument) {
  assert(getpriority(PRIO_PROCESS, 0) == 7);
  assert(nice(3) == 10 && getpriority(PRIO_PROCESS, 0) == 10);
  return argument;
}

int main(void) {
  pthread_t thread;
  assert(setpriority(PRIO_PROCESS, 0, 7) == 0);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
#ifdef FIXED
  assert(getpriority(PRIO_PROCESS, 0) == 7);
#else
  assert(getpriority(PRIO_PROCESS, 0) == 10);
#endif
  return 0;
}
