// expect: verified 1
// count: Neither clocks nor sched_yield are steps, so that the thread has none, and main only joins it: one trace.
// A loop until some time has passed comes to its end.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

static void* run(void* unused) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do {
    sched_yield();
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (now.tv_sec < begin.tv_sec + 10);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  clock_t before = clock();
  pthread_join(t, 0);
  assert(clock() > before);
  return 0;
}
