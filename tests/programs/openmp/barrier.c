// expect: bug data_race
// flags: -fopenmp
// fixed: verified 1
// flags: -fopenmp
// count: threads meet by semaphores that each has for itself and the first one: 1 trace.
#include <assert.h>
#include <omp.h>

static int written[2], seen[2];

int main(void) {
#pragma omp parallel num_threads(2)
  {
    const int own = omp_get_thread_num();
    written[own] = 1;
#ifdef FIXED
#pragma omp barrier
#endif
    seen[own] = written[1 - own];
  }
#ifdef FIXED
  assert(seen[0] == 1 && seen[1] == 1);
#endif
}
