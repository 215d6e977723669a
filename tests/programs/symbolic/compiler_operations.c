// expect: bug assertion
// options: --symbolic
// flags: -O2
// message: found < 6
// Rotations, swapped bytes, absolute values, counted bits and checked additions, as compilers have them: one input in 2^160 or so.
// fixed: verified
// uncounted: which branches an optimising compiler leaves depends on its version
#include <assert.h>
#include <mazurka.h>
#include <stdlib.h>

int main(void) {
  unsigned n, k, bits;
  int a, b, m;
  mazurka_symbolic(&n, sizeof n, "n");
  mazurka_symbolic(&k, sizeof k, "k");
  mazurka_symbolic(&bits, sizeof bits, "bits");
  mazurka_symbolic(&a, sizeof a, "a");
  mazurka_symbolic(&b, sizeof b, "b");
  mazurka_symbolic(&m, sizeof m, "m");
  int found = 0, sum, product;
  if ((n << 7 | n >> 25) == 0x1234567) found++;
  if (__builtin_bswap32(k) == 0x11223344) found++;
  if (__builtin_popcount(bits) == 31) found++;
  mazurka_assume(a != -2147483647 - 1);
  if (abs(a) == 1000 && __builtin_abs(a + 1) == 999) found++;
  if (__builtin_add_overflow(b, 2147483600, &sum) && b < 49) found++;
  if (__builtin_mul_overflow(m, 65536, &product) && m > 0 && m < 32769) found++;
#ifdef FIXED
  assert(found <= 6);
#else
  assert(found < 6);
#endif
}
