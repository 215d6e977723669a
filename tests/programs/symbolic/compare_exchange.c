// expect: bug assertion
// options: --symbolic
// A counter that begins at an input, and is counted up with compare-exchange. One that is full must stay so.
// fixed: verified 8
// count: From 254 on nothing is counted, and the last assertion tells 254 from 255: 2. Below, the threads come one after the other in 2
//   orders, where the second one may find the counter full or not: 4; or both load first, and compare in 2 orders. 2 + 4 + 2 = 8.
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
