// expect: verified 4
// options: --symbolic-stdin=2
// count: One thread. The first byte is a digit or not; if it is, so is the second one, or not; and the sum of two digits is 18 or
//   not: 4.
// What getchar and read give is followed.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  int first = getchar();
  unsigned char second = 0;
  assert(first != EOF);
#ifdef UNBUFFERED
  assert(read(0, &second, 1) == 1);
#else
  second = (unsigned char)getchar();
#endif
  assert(getchar() == EOF);
  const int a = isdigit(first) != 0, b = isdigit(second) != 0;
  if (a)
    if (b)
      if (first + second - 2 * '0' == 18) assert(first == '9');
  return 0;
}
