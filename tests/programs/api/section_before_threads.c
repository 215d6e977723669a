// expect: bug assertion
// A section that main uses before there are threads makes x an object of sections from the beginning.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* set(void* unused) {
  atomic_store(&x, 5);
  return unused;
}
static void* increment(void* unused) {
  mazurka_atomic_begin();
  int value = atomic_load(&x);
  atomic_store(&x, value + 1);
  mazurka_atomic_end();
  return unused;
}

int main(void) {
  mazurka_atomic_begin();
  atomic_store(&x, 1);
  mazurka_atomic_end();
  pthread_t a, b;
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&x) != 5);
  return 0;
}
