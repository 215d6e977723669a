// expect: bug data_race
// flags: -fopenmp
// fixed: verified 2
// flags: -fopenmp
// count: each of the two threads adds its sum in one step: 2 orders.
#include <assert.h>

int main(void) {
  int sum = 0;
#ifdef FIXED
#pragma omp parallel for reduction(+ : sum)
#else
#pragma omp parallel for
#endif
  for (int n = 0; n < 4; n++) sum += n;
  assert(sum == 6);
}
