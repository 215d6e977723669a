// groups(N), Figure 10 of the Source Sets paper: each group of four threads creates the next one. 4N+1 traces: 1 -> 5, 2 -> 9, 5 -> 21.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif

static atomic_int x[N], y[N], z[N];

static void start_group(intptr_t i);

static void* p(void* argument) {
  intptr_t i = (intptr_t)argument;
  if (atomic_load(&x[i]) == 1 && i + 1 < N) start_group(i + 1);
  return 0;
}

static void* q(void* argument) {
  atomic_store(&y[(intptr_t)argument], 1);
  return 0;
}

static void* r(void* argument) {
  intptr_t i = (intptr_t)argument;
  if (atomic_load(&y[i]) == 0) atomic_store(&z[i], 1);
  return 0;
}

static void* s(void* argument) {
  intptr_t i = (intptr_t)argument;
  if (atomic_load(&z[i]) == 1) {
    if (atomic_load(&y[i]) == 0) atomic_store(&x[i], 1);
  }
  return 0;
}

static void start_group(intptr_t i) {
  pthread_t t;
  pthread_create(&t, 0, p, (void*)i);
  pthread_create(&t, 0, q, (void*)i);
  pthread_create(&t, 0, r, (void*)i);
  pthread_create(&t, 0, s, (void*)i);
}

int main(void) {
  start_group(0);
  pthread_exit(0);
}
