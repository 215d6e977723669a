// expect: verified
// options: --symbolic
// flags: -O2
// uncounted: which operations a compiler finds depends on its version
// Rotations, swapped bytes, absolute values and checked additions, as compilers have them.
#include <assert.h>
#include <mazurka.h>
#include <stdlib.h>

int main(void) {
  unsigned n;
  int m;
  mazurka_symbolic(&n, sizeof n, "n");
  mazurka_symbolic(&m, sizeof m, "m");
  const unsigned rotated = n << 7 | n >> 25;
  if (rotated == 0x1234567) assert(n == 0xce02468a);
  if (__builtin_bswap32(n) == 0x11223344) assert(n == 0x44332211);
  mazurka_assume(m != -2147483647 - 1);
  if (__builtin_abs(m) == 1000) assert(m == 1000 || m == -1000);
  if (abs(m) == 1000) assert(m == 1000 || m == -1000);
  int sum;
  if (__builtin_add_overflow(m, 2147483600, &sum)) assert(m > 47);
  if (__builtin_mul_overflow(m, 65536, &sum)) assert(m > 32767 || m < -32768);
  unsigned difference;
  if (__builtin_sub_overflow(n, 10u, &difference)) assert(n < 10);
}
