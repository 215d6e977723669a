// expect: bug data_race
// A relaxed store of another thread ends the release sequence.
// fixed: verified 5
// toy: var state
// toy: thread first { state = 1 }
// toy: thread middle { r = cas state, 1, 2 }
// toy: thread last { r = state }
// A relaxed read-modify-write of another thread continues the release sequence.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int state;

static void* first(void* unused) {
  data = 42;
  atomic_store_explicit(&state, 1, memory_order_release);
  return unused;
}
static void* middle(void* unused) {
#ifdef FIXED
  int expected = 1;
  atomic_compare_exchange_strong_explicit(&state, &expected, 2, memory_order_relaxed, memory_order_relaxed);
#else
  if (atomic_load_explicit(&state, memory_order_relaxed) == 1) atomic_store_explicit(&state, 2, memory_order_relaxed);
#endif
  return unused;
}
static void* last(void* unused) {
  if (atomic_load_explicit(&state, memory_order_acquire) == 2 && data != 42) return &data;
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, middle, 0);
  pthread_create(&c, 0, last, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
