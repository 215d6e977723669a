#include <assert.h>
#include <omp.h>

int main(void) {
  int sum = 0, visits = 0;
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int n = 0; n < 4; n++) {
    sum += n;
#pragma omp critical
    visits++;
  }
  assert(sum == 6 && visits == 4);
}
