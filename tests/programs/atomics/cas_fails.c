// expect: verified 1
// toy: var x = 5
// toy: thread t[3] { r = cas x, 1, 2; r = x }
// Compare-and-swaps that cannot succeed are loads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x = 5;

static void* run(void* unused) {
  int expected = 1;
  assert(!atomic_compare_exchange_strong(&x, &expected, 2) && expected == 5);
  assert(atomic_load(&x) == 5);
  return unused;
}

int main(void) {
  pthread_t t[3];
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  return 0;
}
