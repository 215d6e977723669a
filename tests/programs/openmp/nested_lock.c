// expect: verified 6
// flags: -fopenmp
// count: one of two locks first (2), and the other one asks whether it has the lock already before, while or after the
// first has it (3): 6 traces.
#include <assert.h>
#include <omp.h>

static omp_nest_lock_t lock;
static int count;

int main(void) {
  omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    omp_set_nest_lock(&lock);
    assert(omp_test_nest_lock(&lock) == 2);
    count++;
    omp_unset_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
  }
  assert(count == 2);
  omp_destroy_nest_lock(&lock);
}
