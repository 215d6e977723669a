// expect: bug data_race
// flags: -lm
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// The mathematical library writes through a pointer.
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>

static double whole, number = 2.5;
static volatile double seen, rest;

static void* run(void* unused) {
  rest = modf(number, &whole);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = whole;
#else
  seen = whole;
  pthread_join(t, 0);
#endif
  return 0;
}
