// expect: bug data_race
// flags: -fopenmp
// fixed: verified
// flags: -fopenmp
// uncounted: the version of OpenMP decides in which orders threads take the lock of its queue.
// The end of a taskloop waits for its tasks, unless it is told not to.
#include <assert.h>

static int seen[5], sum;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#ifdef FIXED
#pragma omp taskloop num_tasks(2)
#else
#pragma omp taskloop num_tasks(2) nogroup
#endif
    for (int n = 4; n >= 0; n--) seen[n]++;
    for (int n = 0; n < 5; n++) sum += seen[n];
#ifdef FIXED
    assert(sum == 5 && seen[0] == 1);
#endif
  }
}
