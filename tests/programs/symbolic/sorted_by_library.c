// expect: bug assertion
// options: --symbolic
// What a library moves about is not followed: the values are fixed before, one way each.
#include <assert.h>
#include <mazurka.h>
#include <stdlib.h>

static int numbers[3];

static int compare(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}

int main(void) {
  int n;
  mazurka_symbolic(&n, sizeof n, "n");
  mazurka_assume(n >= 0 && n < 20);
  numbers[0] = n, numbers[1] = 10, numbers[2] = 30;
  qsort(numbers, 3, sizeof numbers[0], compare);
  assert(numbers[1] != 15);
}
