// expect: bug data_race
// A compare-exchange that fails has the order of failure only.
// fixed: verified 2
// toy: var ready
// toy: thread first { ready = 1 }
// toy: thread second { r = cas ready, 5, 6 }
// A compare-exchange that fails with the order acquire.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void* first(void* unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return unused;
}
static void* second(void* unused) {
  int expected = 5;
#ifdef FIXED
  atomic_compare_exchange_strong_explicit(&ready, &expected, 6, memory_order_acq_rel, memory_order_acquire);
#else
  atomic_compare_exchange_strong_explicit(&ready, &expected, 6, memory_order_acq_rel, memory_order_relaxed);
#endif
  if (expected == 1 && data != 42) return &data;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
