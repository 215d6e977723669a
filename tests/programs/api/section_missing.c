// expect: bug assertion 3
// options: --keep-going
// toy: var x, y
// toy: thread move { store2 x, y, -1, 1 }
// toy: thread main { a = x; b = y; assert a + b == 0 }
// The reader of section.c without a section: two loads against a section that writes both, so three orders and the
// failure of one.
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
  int a = atomic_load(&x);
  int b = atomic_load(&y);
  assert(a + b == 0);
  pthread_join(t, 0);
}
