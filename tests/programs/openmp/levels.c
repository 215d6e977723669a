// expect: verified 1
// flags: -fopenmp
// count: threads begin and end by semaphores that each has for itself and the first one: 1 trace.
// A region inside of a region has one thread. What <omp.h> tells fits.
#include <assert.h>
#include <omp.h>

int main(void) {
  assert(omp_get_max_threads() == 2 && omp_get_num_threads() == 1 && !omp_in_parallel() && omp_get_level() == 0);
  omp_set_num_threads(3);
  assert(omp_get_max_threads() == 3);
#pragma omp parallel
  {
    const int number = omp_get_thread_num();
    assert(omp_get_num_threads() == 3 && omp_in_parallel() && omp_get_level() == 1 && omp_get_team_size(1) == 3);
#pragma omp parallel
    {
      assert(omp_get_num_threads() == 1 && omp_get_thread_num() == 0 && omp_get_level() == 2 &&
             omp_get_active_level() == 1);
      assert(omp_get_ancestor_thread_num(1) == number && omp_get_team_size(1) == 3 &&
             omp_get_ancestor_thread_num(3) == -1);
    }
    assert(omp_get_thread_num() == number);
  }
#pragma omp parallel if (0)
  assert(omp_get_num_threads() == 1 && omp_get_level() == 1 && !omp_in_parallel());
  assert(omp_get_level() == 0 && omp_get_wtime() >= 0 && omp_get_num_procs() == 2);
}
