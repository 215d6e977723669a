// lastzero(N): one thread looks for the last zero of an array that N others fill. 2^(N-2)*(N+3) traces: 5 -> 64, 10 -> 3328, 15 -> 147456, 20 -> 6029312.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 10
#endif

static atomic_int array[N + 1];

static void* finder(void* unused) {
  int i = N;
  while (atomic_load(&array[i]) != 0) --i;
  return unused;
}

static void* filler(void* argument) {
  int j = (int)(intptr_t)argument;
  int before = atomic_load(&array[j - 1]);
  atomic_store(&array[j], before + 1);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, finder, 0);
  for (intptr_t j = 1; j <= N; ++j) pthread_create(&t, 0, filler, (void*)j);
  pthread_exit(0);
}
