// What a plain access costs: a loop over an array of the thread's own and one that all threads read.
// Prints nothing; bench/accesses/run measures it with and without instrumentation.
#include <pthread.h>
#include <stdlib.h>

#ifndef ROUNDS
#define ROUNDS 20000
#endif
#define LENGTH 1024
#define THREADS 2

static long shared[LENGTH];

static void* run(void* unused) {
  volatile long* own = calloc(LENGTH, sizeof *own);
  long sum = 0;
  for (int round = 0; round < ROUNDS; round++)
    for (int k = 0; k < LENGTH; k++) {
      own[k] += ((volatile long*)shared)[k];
      sum += own[k];
    }
  free((void*)own);
  return (void*)(sum == 1 ? unused : 0);
}

int main(void) {
  pthread_t t[THREADS];
  for (int k = 0; k < THREADS; k++) pthread_create(&t[k], 0, run, 0);
  for (int k = 0; k < THREADS; k++) pthread_join(t[k], 0);
}
