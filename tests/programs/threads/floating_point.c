// expect: verified 6
// flags: -lm
// toy: var steps = 0
// toy: thread t[2] { r = fetch_add steps, 1; r = fetch_add steps, 1 }
// Every thread has its own way to round, its own exceptions, and its own traps; a new one has those of its creator.
#define _GNU_SOURCE
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int steps;
static volatile double zero, one = 1;

static void* first(void* argument) {
  assert(fegetround() == FE_DOWNWARD);
  fesetround(FE_UPWARD);
  steps++;
  zero = one / (one - one);
  steps++;
  assert(fegetround() == FE_UPWARD && fetestexcept(FE_DIVBYZERO));
  return argument;
}

static void* other(void* argument) {
  assert(fegetround() == FE_DOWNWARD);
  feenableexcept(FE_INEXACT);
  steps++;
  assert(fegetround() == FE_DOWNWARD && fegetexcept() == FE_INEXACT);
  steps++;
  assert(!fetestexcept(FE_DIVBYZERO));
  return argument;
}

int main(void) {
  fesetround(FE_DOWNWARD);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  fesetround(FE_TONEAREST);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], NULL);
  assert(fegetround() == FE_TONEAREST && fegetexcept() == 0 && !fetestexcept(FE_DIVBYZERO));
  return 0;
}
