// expect: verified 16
// flags: -fopenmp
// count: each of three iterations goes to one of two threads (8), and both find in either order that there is none left
// (2): 16 traces.
#include <assert.h>
#include <omp.h>

static int owner[3] = {-1, -1, -1};

int main(void) {
#pragma omp parallel for schedule(dynamic) num_threads(2)
  for (int n = 0; n < 3; n++) {
    assert(owner[n] == -1);
    owner[n] = omp_get_thread_num();
  }
  for (int n = 0; n < 3; n++) assert(owner[n] == 0 || owner[n] == 1);
}
