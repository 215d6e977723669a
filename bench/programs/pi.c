// pi(N): N threads add a partial sum under one mutex. N! traces: 5 -> 120, 7 -> 5040, 8 -> 40320.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef N
#define N 7
#endif
#define TERMS 20

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static double sum;

static void* adder(void* argument) {
  int id = (int)(intptr_t)argument;
  double part = 0;
  for (int k = id; k < TERMS; k += N) part += (k % 2 ? -4.0 : 4.0) / (2 * k + 1);
  pthread_mutex_lock(&m);
  sum += part;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (intptr_t n = 0; n < N; ++n) pthread_create(&threads[n], 0, adder, (void*)n);
  for (int n = 0; n < N; ++n) pthread_join(threads[n], 0);
  if (sum < 3.0 || sum > 3.3) abort();
  return 0;
}
