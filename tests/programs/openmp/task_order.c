// expect: bug assertion
// flags: -fopenmp
// fixed: verified
// flags: -fopenmp
// uncounted: the version of OpenMP decides in which orders threads take the lock of its queue.
// Tasks of one thread come in any order, and at once or later.
#include <assert.h>

static int last;

int main(void) {
#pragma omp parallel num_threads(1)
  {
#pragma omp task
    last = 1;
#pragma omp task
    last = 2;
#pragma omp taskwait
#ifdef FIXED
    assert(last == 1 || last == 2);
#else
    assert(last == 2);
#endif
  }
}
