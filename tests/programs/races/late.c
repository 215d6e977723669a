// expect: bug data_race
// The writer's access comes before its first operation, and the reader's only in one of the last executions.
#include <pthread.h>
#include <stdatomic.h>

int data;
static atomic_int turn;

static void* writer(void* unused) {
  data = 1;
  for (int k = 0; k < 3; k++) atomic_fetch_add_explicit(&turn, 1, memory_order_relaxed);
  return unused;
}
static void* reader(void* unused) {
  for (int k = 0; k < 3; k++)
    if (atomic_load_explicit(&turn, memory_order_relaxed) != (k == 0 ? 0 : k + 1)) return unused;
  return data > 1 ? &data : unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
