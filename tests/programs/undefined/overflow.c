// expect: bug undefined_behaviour
// flags: -fsanitize=undefined
// message: overflow of an addition
// location: overflow.c:20
// Only in the order in which the other thread comes first does the sum overflow.
// fixed: verified 2
// count: the load sees the store or not: 2 traces.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int limit;

static void* raise_limit(void* unused) {
  limit = INT_MAX;
  return unused;
}
#ifndef FIXED
static void* use(void* unused) {
  int sum = limit + 1;
  return sum < 0 ? unused : 0;
}
#else
static void* use(void* unused) {
  return limit > 4 ? unused : 0;
}
#endif

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, raise_limit, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
