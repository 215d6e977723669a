// expect: verified 8
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
  for (int k = 0; k < 3; k++) atomic_fetch_add_explicit(&turn, 1, memory_order_seq_cst);
  return unused;
}
static void* reader(void* unused) {
  for (int k = 0; k < 3; k++)
    if (atomic_load_explicit(&turn, memory_order_seq_cst) != (k == 0 ? 0 : k + 1)) return unused;
  return data > 1 ? &data : unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
