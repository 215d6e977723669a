// expect: verified 1
// flags: -fopenmp
// count: no thread makes a step but at the barriers, by semaphores that each has for itself and the first one: 1 trace.
// A loop that is divided beforehand needs no step.
#include <assert.h>
#include <omp.h>

static int owner[7];

int main(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(static)
    for (int n = 0; n < 7; n++) owner[n] = omp_get_thread_num();
#pragma omp for schedule(static, 1)
    for (int n = 0; n < 7; n++) assert((owner[n] <= 2) && (n != 6 || owner[n] == 2));
  }
}
