// expect: verified 12
// toy: var x, y
// toy: thread leaf[2] { x = 1; y = 1 }
// toy: thread parent { spawn leaf[1]; x = 2 }
// toy: thread main { spawn parent; spawn leaf[0] }
// A tree of threads that nobody joins: parents store before they create, and store again afterwards.
#include <pthread.h>
#include <stdatomic.h>

// Not static, or clang would drop the stores: nobody reads them.
atomic_int x, y;

static void* leaf(void* unused) {
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  return unused;
}

static void* parent(void* unused) {
  pthread_t t;
  pthread_create(&t, 0, leaf, 0);
  atomic_store(&x, 2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, parent, 0);
  pthread_create(&t, 0, leaf, 0);
  pthread_exit(0);
}
