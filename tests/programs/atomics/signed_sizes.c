// expect: verified 6
// toy: var x
// toy: thread t[3] { r = fetch_add x, -100 }
// Negative values keep their sign, whatever the size.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic int8_t a = -1;
static _Atomic int16_t b = -1;
static _Atomic int64_t c = -1;
static atomic_int x;

static void* run(void* unused) {
  atomic_fetch_sub(&x, 100);
  return unused;
}

int main(void) {
  pthread_t t[3];
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, 0);
  int8_t expected = -1;
  assert(atomic_compare_exchange_strong(&a, &expected, -128));
  assert(atomic_fetch_sub(&a, 1) == -128 && atomic_load(&a) == 127);
  assert(atomic_fetch_add(&b, -1) == -1 && atomic_load(&b) == -2);
  assert(atomic_exchange(&c, INT64_MIN) == -1 && atomic_load(&c) == INT64_MIN);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  assert(atomic_load(&x) == -300);
  return 0;
}
