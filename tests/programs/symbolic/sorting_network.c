// expect: bug assertion
// options: --symbolic
// Four numbers are sorted by a network of five comparators; two threads run two of them at a time.
// fixed: verified 28
// count: The threads share nothing. The five comparisons have 28 lists of outcomes if four values of 0 to 3 are tried in all ways, and
//   that is all weak orders of four values.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static signed char values[4];

static void sort(int a, int b) {
  if (values[a] <= values[b]) return;
  const signed char kept = values[a];
  values[a] = values[b];
  values[b] = kept;
}
static void* low(void* unused) {
  sort(0, 1);
  return unused;
}
static void* high(void* unused) {
  sort(2, 3);
  return unused;
}

int main(void) {
  mazurka_symbolic(values, sizeof values, "values");
  pthread_t threads[2];
  pthread_create(&threads[0], 0, low, 0);
  pthread_create(&threads[1], 0, high, 0);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
  sort(0, 2);
  sort(1, 3);
#ifdef FIXED
  sort(1, 2);
#endif
  for (int k = 0; k < 3; k++) assert(values[k] <= values[k + 1]);
}
