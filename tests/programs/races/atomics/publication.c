// expect: bug data_race
// message: data race on data: read of 4 bytes by T2, not ordered after the write of 4 bytes by T1
// Publication with relaxed operations: the data are not ordered, although this execution order would be right.
// fixed: verified 2
// toy: var ready
// toy: thread first { ready = 1 }
// toy: thread second { r = ready }
// Publication with release and acquire.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void* first(void* unused) {
  data = 42;
#ifdef FIXED
  atomic_store_explicit(&ready, 1, memory_order_release);
#else
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
#endif
  return unused;
}
static void* second(void* unused) {
#ifdef FIXED
  if (atomic_load_explicit(&ready, memory_order_acquire) && data != 42) return &data;
#else
  if (atomic_load_explicit(&ready, memory_order_relaxed) && data != 42) return &data;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
