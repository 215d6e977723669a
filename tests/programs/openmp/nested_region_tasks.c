// expect: verified
// flags: -fopenmp
// uncounted: the version of OpenMP decides in which orders threads take the lock of its queue.
// Tasks of a region inside of a region are none of the outer one's, which waits for its own.
#include <assert.h>
#include <stdatomic.h>

static atomic_int done;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    done = 1;
#pragma omp parallel num_threads(1)
    {
#pragma omp task
      (void)0;
#pragma omp taskwait
    }
#pragma omp taskwait
    assert(done == 1);
  }
}
