// expect: bug undefined_behaviour
// options: --symbolic --symbolic-checks
// An index that depends on an input: one beyond the end is found at once, whatever lies there.
// message: into an array of 10 elements
// fixed: verified 2
// count: One thread. The number is too large, and assumed away; or it is not, and never looked at again: 2.
#include <mazurka.h>

static int table[10], neighbour[100];

int main(void) {
  unsigned n;
  mazurka_symbolic(&n, sizeof n, "n");
  mazurka_assume(n < 100);
#ifdef FIXED
  n = 7;
#endif
  table[n] = 1;
  return neighbour[0];
}
