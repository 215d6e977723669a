// depth 4: four philosophers, each with one fork in the hand.
#include "noise.h"

#define N 4
static pthread_mutex_t forks[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void* philosopher(void* argument) {
  long self = (long)argument;
  pthread_mutex_lock(&forks[self]);
  pthread_mutex_lock(&forks[(self + 1) % N]);
  pthread_mutex_unlock(&forks[(self + 1) % N]);
  pthread_mutex_unlock(&forks[self]);
  noise();
  return 0;
}

int main(void) {
  void* (*const bodies[])(void*) = {philosopher, philosopher, philosopher, philosopher};
  run_all(bodies, N, 1);
  return 0;
}
