// expect: verified 1
// toy: mutex robust
// toy: thread run { lock robust; unlock robust }
// toy: thread main { spawn run; join run }
// Names, processors and priorities of threads; handlers for a fork that never comes; attributes of mutexes.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

static pthread_mutex_t robust;

static void nothing(void) {}

static void* run(void* unused) {
  char name[16];
  int local = 0;
  pthread_attr_t attributes;
  void* stack = 0;
  size_t bytes = 0;
  assert(pthread_setname_np(pthread_self(), "worker") == 0);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "worker") == 0);
  assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
  assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
  assert(pthread_attr_getstack(&attributes, &stack, &bytes) == 0);
  assert((char*)stack < (char*)&local && (char*)&local < (char*)stack + bytes);
  pthread_attr_destroy(&attributes);
  pthread_mutex_lock(&robust);
  pthread_mutex_unlock(&robust);
  return unused;
}

int main(void) {
  pthread_t t;
  cpu_set_t set;
  struct sched_param priority = {0};
  pthread_mutexattr_t attributes;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&robust, &attributes);
  assert(pthread_atfork(nothing, nothing, nothing) == 0);
  pthread_create(&t, 0, run, 0);
  assert(pthread_setaffinity_np(t, sizeof set, &set) == 0);
  assert(pthread_setschedparam(t, SCHED_OTHER, &priority) == 0);
  assert(sched_getcpu() == 0);
  pthread_join(t, 0);
  return 0;
}
