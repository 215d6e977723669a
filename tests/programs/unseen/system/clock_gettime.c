// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A clock is read into a variable of another thread.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static struct timespec now;
static volatile long seen;

static void* run(void* unused) {
  clock_gettime(CLOCK_MONOTONIC, &now);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = now.tv_sec;
#else
  seen = now.tv_sec;
  pthread_join(t, 0);
#endif
  return 0;
}
