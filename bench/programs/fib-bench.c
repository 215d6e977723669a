// fib-bench(N): two threads add i and j to each other N times, main compares both with a bound. Traces: 4 -> 19605, 5 -> 218243, 6 -> 2364418.
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 4
#endif

static atomic_int i = 1, j = 1;

static void* adder_i(void* unused) {
  for (int n = 0; n < N; ++n) {
    int a = atomic_load(&i);
    int b = atomic_load(&j);
    atomic_store(&i, a + b);
  }
  return unused;
}

static void* adder_j(void* unused) {
  for (int n = 0; n < N; ++n) {
    int a = atomic_load(&j);
    int b = atomic_load(&i);
    atomic_store(&j, a + b);
  }
  return unused;
}

// The largest value that i or j can take: Fibonacci number 2(N + 1).
static int largest(void) {
  int bound = 1, previous = 0;
  for (int n = 0; n < 2 * N + 1; ++n) {
    int next = bound + previous;
    previous = bound;
    bound = next;
  }
  return bound;
}

int main(void) {
  const int bound = largest();
  pthread_t t;
  pthread_create(&t, 0, adder_i, 0);
  pthread_create(&t, 0, adder_j, 0);
  assert(atomic_load(&i) <= bound && atomic_load(&j) <= bound);
  pthread_exit(0);
}
