// expect: bug assertion
// fixed: verified 1
// count: no thread but main makes steps: 1 trace.
// A limit of the number of descriptors counts, and both ways to ask for it agree.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static void* nothing(void* argument) {
  return argument;
}

int main(void) {
  pthread_t thread;
  struct rlimit found;
  const int first = dup(1);
  const struct rlimit limit = {(rlim_t)first + 2, (rlim_t)first + 2};
  assert(setrlimit(RLIMIT_NOFILE, &limit) == 0);
  assert(syscall(SYS_getrlimit, RLIMIT_NOFILE, &found) == 0 && found.rlim_cur == limit.rlim_cur);
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  assert(dup(1) == first + 1);
#ifdef FIXED
  assert(dup(1) == -1 && errno == EMFILE);
#else
  assert(dup(1) == first + 2);
#endif
  return 0;
}
