// expect: bug assertion
// fixed: verified 1
// count: one thread makes steps at a time: 1 trace.
// The processors that were chosen for a thread are told again, and the thread is on one of them. So are policies.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static cpu_set_t all, last;

static void* run(void* argument) {
  cpu_set_t own;
  assert(sched_getaffinity(0, sizeof own, &own) == 0 && CPU_EQUAL(&own, &last));
  assert(CPU_ISSET((size_t)sched_getcpu(), &own));
  assert(sched_setaffinity(0, sizeof all, &all) == 0);
  assert(pthread_getaffinity_np(pthread_self(), sizeof own, &own) == 0 && CPU_EQUAL(&own, &all));
  const struct sched_param priority = {.sched_priority = 5};
  struct sched_param found = {0};
  assert(sched_setscheduler(0, SCHED_FIFO, &priority) == 0 && sched_getscheduler(0) == SCHED_FIFO);
  assert(sched_getparam(0, &found) == 0 && found.sched_priority == 5);
  assert(sched_setscheduler(0, SCHED_OTHER, &priority) == -1 && errno == EINVAL);
  return argument;
}

int main(void) {
  pthread_t thread;
  cpu_set_t own;
  assert(sched_getaffinity(0, sizeof all, &all) == 0);
  for (size_t k = 0; k < CPU_SETSIZE; k++) {
    if (!CPU_ISSET(k, &all)) continue;
    CPU_ZERO(&last);
    CPU_SET(k, &last);
  }
  assert(pthread_setaffinity_np(pthread_self(), sizeof last, &last) == 0);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(sched_getaffinity(0, sizeof own, &own) == 0 && CPU_EQUAL(&own, &last));
#ifdef FIXED
  assert(sched_getscheduler(0) == SCHED_OTHER);
#else
  assert(sched_getscheduler(0) == SCHED_FIFO);
#endif
  return 0;
}
