// expect: bug assertion
// flags: -fopenmp
// fixed: verified
// flags: -fopenmp
// uncounted: the version of OpenMP decides in which orders threads take the lock of its queue.
// A taskwait waits for the children, the end of a taskgroup for theirs, too.
#include <assert.h>
#include <stdatomic.h>

static atomic_int done;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#ifdef FIXED
#pragma omp taskgroup
#endif
    {
#pragma omp task
        {
#pragma omp task
            done = 1;
  }
#pragma omp taskwait
}
assert(done == 1);
}
}
