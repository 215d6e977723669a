// expect: bug data_race
// flags: -fopenmp
// fixed: verified 2
// flags: -fopenmp
// count: one of two threads has the single, the other one looks after that: 2 traces.
// Who comes too late for a single learns nothing of what the other one did before.
#include <omp.h>

static int value, seen;

int main(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) value = 1;
#ifdef FIXED
#pragma omp barrier
#endif
#pragma omp single nowait
    (void)0;
    if (omp_get_thread_num() == 1) seen = value;
  }
}
