// expect: verified 2
// toy: var x, y
// toy: thread move { store2 x, y, -1, 1 }
// toy: thread main { r, q = load2 x, y }
// Two atomic sections: each one step, so there are two orders, and nobody sees the values in between.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void* move(void* unused) {
  mazurka_atomic_begin();
  atomic_fetch_sub(&x, 1);
  atomic_fetch_add(&y, 1);
  mazurka_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, move, 0);
  __VERIFIER_atomic_begin();
  assert(atomic_load(&x) + atomic_load(&y) == 0);
  __VERIFIER_atomic_end();
  pthread_join(t, 0);
}
