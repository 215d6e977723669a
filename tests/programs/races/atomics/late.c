// expect: bug data_race
// The writer's access comes before its first operation, and the reader's only in one of the last executions.
// fixed: verified 8
// toy: var turn
// toy: thread writer { repeat 3 { r = fetch_add turn, 1 } }
// toy: thread reader { r = turn; if r == 0 { r = turn; if r == 2 { r = turn } } }
// As in late.c, but the operations order the accesses. The first load sees 0 to 3, and goes on at 0; the second sees 0
// to 3, and goes on at 2; the third sees 2 or 3: 3 + 3 + 2.
#include <pthread.h>
#include <stdatomic.h>

int data;
static atomic_int turn;

static void* writer(void* unused) {
  data = 1;
#ifdef FIXED
  for (int k = 0; k < 3; k++) atomic_fetch_add_explicit(&turn, 1, memory_order_seq_cst);
#else
  for (int k = 0; k < 3; k++) atomic_fetch_add_explicit(&turn, 1, memory_order_relaxed);
#endif
  return unused;
}
static void* reader(void* unused) {
  for (int k = 0; k < 3; k++)
#ifdef FIXED
    if (atomic_load_explicit(&turn, memory_order_seq_cst) != (k == 0 ? 0 : k + 1)) return unused;
#else
    if (atomic_load_explicit(&turn, memory_order_relaxed) != (k == 0 ? 0 : k + 1)) return unused;
#endif
  return data > 1 ? &data : unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
