// expect: verified 1
// flags: -fopenmp
// count: threads begin and end by semaphores that each has for itself and the first one: 1 trace.
// Each thread of a team is the same in the next region: what it has for itself is still there.
#include <assert.h>
#include <omp.h>

static int own, other = 5;
#pragma omp threadprivate(own, other)

int main(void) {
  other = 6;
#pragma omp parallel num_threads(2) copyin(other)
  {
    own = omp_get_thread_num() + 1;
    assert(other == 6);
  }
#pragma omp parallel num_threads(2)
  assert(own == omp_get_thread_num() + 1);
}
