// What an operation on symbolic values costs: EXECUTIONS executions of OPERATIONS operations each. The same in all executions, so
// that all but the first find the expressions again. With MEMORY each value goes through memory, with BRANCHES every tenth
// operation is followed by a branch that one value in 2^32 takes the other way.
#include <mazurka.h>

unsigned input, numbers[64];

int main(void) {
  mazurka_symbolic(&input, sizeof input, "input");
  mazurka_assume(input < 1000);
  mazurka_choose(EXECUTIONS);
  unsigned value = input, decided = 0;
  for (unsigned k = 0; k < OPERATIONS / 2; k++) {
    value = value * 5 + k;  // two of them
#ifdef MEMORY
    numbers[k % 64] = value;
    value = numbers[k % 64];
#endif
#ifdef BRANCHES
    if (k % 10 == 0 && (value & 1) == 2) decided++;
#endif
  }
  numbers[63] = value;
  return decided == 1;
}
