// expect: verified 1
// count: The threads have no step, and main only joins them: one trace.
// The copies of a thread-local variable have addresses of their own while their threads live, and errno is one of them.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static _Thread_local int variable;
static void* seen[2];

static void* run(void* where) {
  *(void**)where = &variable;
  assert(errno == 0);
  errno = 7;
  return 0;
}

int main(void) {
  errno = 3;
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, &seen[n]);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  assert(seen[0] != &variable && seen[1] != &variable);
  assert(errno == 3);
  return 0;
}
