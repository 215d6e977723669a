// expect: bug assertion
// fixed: verified 6
// toy: var steps = 0
// toy: thread t[2] { r = fetch_add steps, 1; r = fetch_add steps, 1 }
// A thread flushes tiny numbers to zero; the others do not.
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int steps;
static const volatile float tiny = 1e-40f;

static void* flush(void* argument) {
  _mm_setcsr(_mm_getcsr() | 0x8040);
  steps++;
  assert(tiny * 1.0f == 0);
  steps++;
  return argument;
}

static void* keep(void* argument) {
  steps++;
#ifdef FIXED
  assert(tiny * 1.0f != 0);
#else
  assert(tiny * 1.0f == 0);
#endif
  steps++;
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, flush, NULL);
  pthread_create(&threads[1], NULL, keep, NULL);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], NULL);
  assert(tiny * 1.0f != 0);
  return 0;
}
