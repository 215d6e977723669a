// expect: bug assertion
// fixed: verified 20
// count: each of the three is set before main looks, between main's and the new thread's look, or after both, and what is set last is
// count: not before main looks if something is set after both: 20 of 27.
// A new thread has the settings of its creator, as they are when it is made: another thread sets them meanwhile.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static pthread_t main_thread;
static int main_number;
static char name[16];
static int priority, processors;

static void* set(void* argument) {
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  pthread_setname_np(main_thread, "second");
  setpriority(PRIO_PROCESS, (id_t)main_number, 7);
  pthread_setaffinity_np(main_thread, sizeof first, &first);
  return argument;
}

static void* look(void* argument) {
  cpu_set_t own;
  pthread_getname_np(pthread_self(), name, sizeof name);
  priority = getpriority(PRIO_PROCESS, 0);
  pthread_getaffinity_np(pthread_self(), sizeof own, &own);
  processors = CPU_COUNT(&own);
  return argument;
}

int main(void) {
  pthread_t setter, looker;
  main_thread = pthread_self();
  main_number = getpid();
  pthread_setname_np(main_thread, "first");
  setpriority(PRIO_PROCESS, 0, 3);
  pthread_create(&setter, NULL, set, NULL);
  pthread_create(&looker, NULL, look, NULL);
  pthread_join(setter, NULL);
  pthread_join(looker, NULL);
#ifdef FIXED
  assert(strcmp(name, "first") == 0 || strcmp(name, "second") == 0);
  assert(priority == 3 || priority == 7);
#else
  assert(strcmp(name, "first") == 0);
#endif
  return 0;
}
