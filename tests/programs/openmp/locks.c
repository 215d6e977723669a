// expect: bug deadlock
// flags: -fopenmp
// fixed: verified 12
// flags: -fopenmp
// count: two sections are taken, and each thread finds once that there is none left, in either order (2). One thread
// has both sections (2 x 2), count: or each one (2 x 2), and then one of them is the first to lock (x 2): 4 + 8 = 12 traces.
#include <omp.h>

static omp_lock_t first, second;

int main(void) {
  omp_init_lock(&first);
  omp_init_lock(&second);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      omp_set_lock(&first);
      omp_set_lock(&second);
      omp_unset_lock(&second);
      omp_unset_lock(&first);
    }
#pragma omp section
    {
#ifdef FIXED
      omp_set_lock(&first);
      omp_set_lock(&second);
      omp_unset_lock(&second);
      omp_unset_lock(&first);
#else
      omp_set_lock(&second);
      omp_set_lock(&first);
      omp_unset_lock(&first);
      omp_unset_lock(&second);
#endif
    }
  }
  omp_destroy_lock(&first);
  omp_destroy_lock(&second);
}
