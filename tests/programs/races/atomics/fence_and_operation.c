// expect: verified 2
// toy: var ready
// toy: thread first { ready = 1 }
// toy: thread second { r = ready }
// A release fence before a relaxed store, seen by an acquire load.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void* first(void* unused) {
  data = 42;
  atomic_thread_fence(memory_order_seq_cst);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}
static void* second(void* unused) {
  if (atomic_load_explicit(&ready, memory_order_acquire) && data != 42) return &data;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
