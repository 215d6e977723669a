// expect: verified
// flags: -fopenmp
// uncounted: the version of OpenMP decides how often threads look whether it is their turn.
// The marked part comes in the order of the iterations.
#include <assert.h>

static int written[4], count;

int main(void) {
#pragma omp parallel for ordered schedule(static, 1) num_threads(2)
  for (int n = 0; n < 4; n++) {
#pragma omp ordered
    written[count++] = n;
  }
  for (int n = 0; n < 4; n++) assert(written[n] == n);
}
