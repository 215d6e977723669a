// expect: vacuous
// options: --leaks
// An assumption does not hold before there are threads: nothing is concluded from that execution.
#include <mazurka.h>
#include <stdlib.h>
#include <string.h>

static char* volatile last;

__attribute__((noinline)) static void lose(void) {
  for (int n = 0; n < 50; n++) {
    last = malloc(100);
    memset(last, 1, 100);
  }
  last = 0;
}

int main(void) {
  lose();
  mazurka_assume(0);
  return 0;
}
