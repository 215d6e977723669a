// expect: verified 4
// toy: var x, y
// toy: thread section { before = y; r = cas x, 0, before + 2 }
// toy: thread main { y = 1; r = cas x, 0, 1 }
// A compare-exchange outside of sections conflicts with a section that uses its variable, and with another one's.
// Found only when the section runs: the exploration starts again then.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void* section(void* unused) {
  int before = atomic_load(&y);
  mazurka_atomic_begin();
  if (atomic_load(&x) == 0) atomic_store(&x, before + 2);
  mazurka_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, section, 0);
  y = 1;
  int expected = 0;
  int won = atomic_compare_exchange_strong(&x, &expected, 1);
  pthread_join(t, 0);
  assert(atomic_load(&x) == (won ? 1 : expected));
}
