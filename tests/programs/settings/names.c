// expect: verified 1
// count: one thread makes steps at a time, and none of these calls is a step: 1 trace.
// The name that a thread gives itself is the same for both ways to ask. A new thread has that of its creator.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>

static void* run(void* argument) {
  char name[16];
  assert(prctl(PR_GET_NAME, name) == 0 && strcmp(name, "creator") == 0);
  assert(prctl(PR_SET_NAME, "a name of more than fifteen letters") == 0);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "a name of more ") == 0);
  return argument;
}

int main(void) {
  char name[16];
  pthread_t thread;
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
  assert(strncmp(name, program_invocation_short_name, 15) == 0);
  assert(pthread_setname_np(pthread_self(), "creator") == 0);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(prctl(PR_GET_NAME, name) == 0 && strcmp(name, "creator") == 0);
  return 0;
}
