// expect: bug assertion
// flags: -fopenmp
// fixed: verified
// flags: -fopenmp
// uncounted: the version of OpenMP decides in which orders threads take the lock of its queue.
// Tasks that write and read the same place come one after the other, if they say so.
#include <assert.h>
#include <stdatomic.h>

static atomic_int value;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#ifdef FIXED
#pragma omp task depend(out : value)
    value = 1;
#pragma omp task depend(in : value)
    assert(value == 1);
#else
#pragma omp task
    value = 1;
#pragma omp task
    assert(value == 1);
#endif
  }
}
