// expect: bug data_race
// A relaxed store ends the release sequence even if it is of the same thread: the rule of C++20.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void* first(void* unused) {
  data = 42;
  atomic_store_explicit(&ready, 2, memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}
static void* second(void* unused) {
  if (atomic_load_explicit(&ready, memory_order_acquire) == 1 && data != 42) return &data;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
