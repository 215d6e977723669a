// expect: verified 4
// toy: # One that fails has found what the other one left, 4 or 2.
// toy: var x = 1
// toy: thread twice { seen = x; r = cas x, seen, 2 * seen; if !r { r = cas x, 4, 8 } }
// toy: thread plus_three { seen = x; r = cas x, seen, seen + 3; if !r { r = cas x, 2, 5 } }
// Two threads double and add with compare-and-swap loops; a failed one tells the value to go on with.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x = 1;

static void* twice(void* unused) {
  int seen = atomic_load(&x);
  while (!atomic_compare_exchange_strong(&x, &seen, 2 * seen)) {
  }
  return unused;
}

static void* plus_three(void* unused) {
  int seen = atomic_load(&x);
  while (!atomic_compare_exchange_strong(&x, &seen, seen + 3)) {
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, twice, 0);
  pthread_create(&b, 0, plus_three, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&x) == 5 || atomic_load(&x) == 8);
  return 0;
}
