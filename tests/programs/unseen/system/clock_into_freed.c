// expect: bug use_after_free
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// The kernel writes to a block that was freed.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static struct timespec* now;

static void* run(void* unused) {
#ifndef FIXED
  free(now);
#endif
  clock_gettime(CLOCK_REALTIME, now);
  return unused;
}

int main(void) {
  now = malloc(sizeof *now);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
