// expect: verified 2
// toy: var ready
// toy: thread first { ready = 1 }
// toy: thread second { r = ready }
// A release store, seen by a relaxed load before an acquire fence.
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
  int seen = atomic_load_explicit(&ready, memory_order_relaxed);
  atomic_thread_fence(memory_order_acq_rel);
  if (seen && data != 42) return &data;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
