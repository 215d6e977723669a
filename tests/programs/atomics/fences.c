// expect: verified 3
// toy: var x, y
// toy: thread store_x { x = 1; r = y }
// toy: thread store_y { y = 1; r = x }
// Store buffering with fences between store and load: not both threads can miss the other's store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_x, seen_y;

static void* store_x(void* unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  seen_y = atomic_load_explicit(&y, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  return unused;
}

static void* store_y(void* unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  seen_x = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, store_x, 0);
  pthread_create(&b, 0, store_y, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(seen_x || seen_y);
  return 0;
}
