// expect: bug assertion
// options: --symbolic
// A counter that begins at an input, and is counted up with compare-exchange. One that is full must stay so.

#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned char counter;
static unsigned char start;

static void* count(void* unused) {
  unsigned char seen = atomic_load(&counter);
#ifdef FIXED
  if (seen < 254)
#else
  if (seen < 255)
#endif
    atomic_compare_exchange_strong(&counter, &seen, (unsigned char)(seen + 1));
  return unused;
}

int main(void) {
  mazurka_symbolic(&start, sizeof start, "start");
  atomic_store(&counter, start);
  pthread_t threads[2];
  for (int k = 0; k < 2; k++) pthread_create(&threads[k], 0, count, 0);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
  assert(atomic_load(&counter) != 255 || start == 255);
}
