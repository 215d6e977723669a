// depth 4: four philosophers, each with one fork in the hand.
#include "noise.h"

#define N 4
static pthread_mutex_t forks[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void* philosopher(void* argument) {
  long self = (long)argument, first = self, second = (self + 1) % N;
#ifdef FIXED
  if (second < first) first = 0, second = self;
#endif
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  noise();
  return 0;
}

int main(void) {
  void* (*const bodies[])(void*) = {philosopher, philosopher, philosopher, philosopher};
  run_all(bodies, N, 1);
  return 0;
}
