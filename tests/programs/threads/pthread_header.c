// expect: verified 1
// count: Only one thread has steps (those on the mutex), and main only joins it: one trace.
// Everything in <pthread.h> and <sched.h> that has to do with attributes, and with what threads are told about themselves.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

static pthread_mutex_t protects;

static void attributes_of_threads(void) {
  pthread_attr_t a;
  int value;
  size_t bytes;
  void* address;
  struct sched_param priority = {0};
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  assert(pthread_attr_init(&a) == 0);
  assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
  assert(pthread_attr_getdetachstate(&a, &value) == 0 && value == PTHREAD_CREATE_DETACHED);
  assert(pthread_attr_setguardsize(&a, 4096) == 0 && pthread_attr_getguardsize(&a, &bytes) == 0 && bytes == 4096);
  assert(pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED) == 0 && pthread_attr_getinheritsched(&a, &value) == 0);
  assert(pthread_attr_setschedparam(&a, &priority) == 0 && pthread_attr_getschedparam(&a, &priority) == 0);
  assert(pthread_attr_setschedpolicy(&a, SCHED_OTHER) == 0 && pthread_attr_getschedpolicy(&a, &value) == 0);
  assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM) == 0 && pthread_attr_getscope(&a, &value) == 0);
  assert(pthread_attr_setstacksize(&a, 1 << 20) == 0 && pthread_attr_getstacksize(&a, &bytes) == 0 && bytes == 1 << 20);
  assert(pthread_attr_getstack(&a, &address, &bytes) == 0);
  assert(pthread_attr_setaffinity_np(&a, sizeof set, &set) == 0 && pthread_attr_getaffinity_np(&a, sizeof set, &set) == 0);
  assert(pthread_attr_destroy(&a) == 0);
  assert(pthread_getattr_default_np(&a) == 0 && pthread_setattr_default_np(&a) == 0);
}

static void attributes_of_primitives(void) {
  int value;
  pthread_mutexattr_t m;
  pthread_condattr_t c;
  pthread_rwlockattr_t r;
  pthread_barrierattr_t b;
  clockid_t clock;
  assert(pthread_mutexattr_init(&m) == 0);
  assert(pthread_mutexattr_setprotocol(&m, PTHREAD_PRIO_PROTECT) == 0 && pthread_mutexattr_getprotocol(&m, &value) == 0);
  assert(pthread_mutexattr_setprioceiling(&m, 7) == 0 && pthread_mutexattr_getprioceiling(&m, &value) == 0 && value == 7);
  assert(pthread_mutexattr_settype(&m, PTHREAD_MUTEX_ERRORCHECK) == 0 && pthread_mutexattr_gettype(&m, &value) == 0);
  assert(pthread_mutexattr_setpshared(&m, 0) == 0 && pthread_mutexattr_getpshared(&m, &value) == 0 && value == 0);
  pthread_mutex_init(&protects, &m);
  assert(pthread_mutexattr_destroy(&m) == 0);
  assert(pthread_condattr_init(&c) == 0 && pthread_condattr_setclock(&c, CLOCK_MONOTONIC) == 0);
  assert(pthread_condattr_getclock(&c, &clock) == 0 && clock == CLOCK_MONOTONIC);
  assert(pthread_condattr_setpshared(&c, 0) == 0 && pthread_condattr_getpshared(&c, &value) == 0);
  assert(pthread_condattr_destroy(&c) == 0);
  assert(pthread_rwlockattr_init(&r) == 0 && pthread_rwlockattr_setpshared(&r, 0) == 0);
  assert(pthread_rwlockattr_setkind_np(&r, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) == 0);
  assert(pthread_rwlockattr_getkind_np(&r, &value) == 0 && pthread_rwlockattr_getpshared(&r, &value) == 0);
  assert(pthread_rwlockattr_destroy(&r) == 0);
  assert(pthread_barrierattr_init(&b) == 0 && pthread_barrierattr_setpshared(&b, 0) == 0);
  assert(pthread_barrierattr_getpshared(&b, &value) == 0 && pthread_barrierattr_destroy(&b) == 0);
}

static void* run(void* unused) {
  struct sched_param priority = {3};
  struct timespec time;
  int policy, ceiling, old;
  clockid_t clock;
  cpu_set_t set;
  pthread_attr_t a;
  attributes_of_threads();
  attributes_of_primitives();
  assert(pthread_mutex_getprioceiling(&protects, &ceiling) == 0 && ceiling == 7);
  assert(pthread_mutex_setprioceiling(&protects, 9, &old) == 0 && old == 7);
  assert(pthread_mutex_lock(&protects) == 0 && pthread_mutex_lock(&protects) == EDEADLK);
  assert(pthread_mutex_unlock(&protects) == 0 && pthread_mutex_unlock(&protects) == EPERM);
  assert(pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority) == 0);
  assert(pthread_setschedprio(pthread_self(), 4) == 0);
  assert(pthread_getschedparam(pthread_self(), &policy, &priority) == 0 && policy == SCHED_FIFO);
  assert(priority.sched_priority == 4);
  assert(pthread_setconcurrency(0) == 0 && pthread_getconcurrency() == 0);
  assert(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0 && CPU_COUNT(&set) > 0);
  assert(sched_getaffinity(0, sizeof set, &set) == 0 && sched_setaffinity(0, sizeof set, &set) == 0);
  assert(pthread_getcpuclockid(pthread_self(), &clock) == 0 && clock_gettime(clock, &time) == 0);
  assert(pthread_getattr_np(*(pthread_t*)unused, &a) == 0 && pthread_attr_destroy(&a) == 0);
  assert(sched_get_priority_min(SCHED_FIFO) < sched_get_priority_max(SCHED_FIFO));
  assert(sched_getscheduler(0) == SCHED_FIFO && sched_setscheduler(0, SCHED_RR, &priority) == 0);
  assert(sched_getparam(0, &priority) == 0 && sched_setparam(0, &priority) == 0);
  assert(sched_rr_get_interval(0, &time) == 0);
  assert(sched_yield() == 0 && pthread_equal(pthread_self(), pthread_self()));
  return 0;
}

int main(void) {
  pthread_t t, self = pthread_self();
  pthread_create(&t, 0, run, &self);
  pthread_join(t, 0);
  return 0;
}
