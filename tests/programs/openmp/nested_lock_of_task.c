// expect: bug deadlock
// flags: -fopenmp
// A nested lock belongs to a task: another one of the same thread waits for it.
#include <omp.h>

int main(void) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(1)
  {
    omp_set_nest_lock(&lock);
#pragma omp task if (0)
    {
      omp_set_nest_lock(&lock);
      omp_unset_nest_lock(&lock);
    }
    omp_unset_nest_lock(&lock);
  }
}
