// expect: bug assertion
// fixed: verified 2
// count: main asks before or after the thread has set it: 2 traces.
// A thread sets the priority of main, by its number. With FIXED, main asks for both.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

static int main_number;

static void* set(void* argument) {
  setpriority(PRIO_PROCESS, (id_t)main_number, 7);
  return argument;
}

int main(void) {
  pthread_t thread;
  main_number = getpid();
  setpriority(PRIO_PROCESS, 0, 3);
  pthread_create(&thread, NULL, set, NULL);
  const int priority = getpriority(PRIO_PROCESS, 0);
#ifdef FIXED
  assert(priority == 3 || priority == 7);
#else
  assert(priority == 3);
#endif
  pthread_join(thread, NULL);
  assert(getpriority(PRIO_PROCESS, 0) == 7);
  return 0;
}
