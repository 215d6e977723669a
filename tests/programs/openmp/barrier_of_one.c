// expect: bug deadlock
// flags: -fopenmp
// A barrier that one thread comes to, while the other one leaves the region.
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
#pragma omp barrier
  }
}
