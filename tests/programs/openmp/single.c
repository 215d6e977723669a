// expect: verified 2
// flags: -fopenmp
// count: one of two threads has it, the other one looks after that: 2 traces.
// What one thread computes is told to all.
#include <assert.h>
#include <omp.h>

int main(void) {
  int runs = 0, told[2] = {0};
#pragma omp parallel num_threads(2)
  {
    int value;
#pragma omp single copyprivate(value)
    {
      runs++;
      value = 7;
    }
    told[omp_get_thread_num()] = value;
  }
  assert(runs == 1 && told[0] == 7 && told[1] == 7);
}
