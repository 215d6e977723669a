// expect: bug data_race
// flags: -fopenmp
// fixed: verified
// flags: -fopenmp
// uncounted: the version of OpenMP decides in which orders threads take the lock of its queue.
// A task may be run by any thread of the team, at any time until somebody waits for it.
#include <assert.h>

static int left, right, sum;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    left = 1;
#pragma omp task
    right = 2;
#ifdef FIXED
#pragma omp taskwait
#endif
    sum = left + right;
  }
#ifdef FIXED
  assert(sum == 3);
#endif
}
