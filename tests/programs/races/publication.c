// expect: bug data_race
// message: data race on data: read of 4 bytes by T2, not ordered after the write of 4 bytes by T1
// Publication with relaxed operations: the data are not ordered, although this execution order would be right.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void* first(void* unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}
static void* second(void* unused) {
  if (atomic_load_explicit(&ready, memory_order_relaxed) && data != 42) return &data;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
