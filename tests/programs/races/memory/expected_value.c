// expect: bug data_race
// message: expected
// The expected value of a compare-exchange is read like any other variable.
// fixed: verified 2
// count: The exchange comes before the addition, or after it: 2 traces.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int expected;

static void* exchanger(void* unused) {
  (void)unused;
  atomic_compare_exchange_strong(&x, &expected, 5);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, exchanger, 0);
#ifndef FIXED
  expected = 3;
#endif
  atomic_fetch_add(&x, 1);
  pthread_join(t, 0);
  return 0;
}
