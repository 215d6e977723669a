// expect: verified 2
// toy: var x
// toy: thread t[2] { r = cas x, 0, 1 }
// A weak compare-and-swap may fail for no reason, but tells the truth about the value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* run(void* unused) {
  int expected = 0;
  if (!atomic_compare_exchange_weak(&x, &expected, 1)) assert(expected == 0 || expected == 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&x) <= 1);
  return 0;
}
