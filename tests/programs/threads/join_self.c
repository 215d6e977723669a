// expect: verified 1
// count: The thread has no step but that join, which fails at once, and main only joins it: one trace.
// A thread that joins itself is told EDEADLK.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void* run(void* unused) {
  assert(pthread_join(pthread_self(), 0) == EDEADLK);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
