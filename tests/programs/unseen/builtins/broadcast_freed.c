// expect: bug use_after_free
// flags: -mavx
// fixed: verified 1
// count: no thread but main: 1 trace.
// A block is read after it was freed, by a function of the processor's own.
#include <immintrin.h>
#include <stdlib.h>

int main(void) {
  float* number = malloc(sizeof *number);
  *number = 1;
#ifndef FIXED
  free(number);
#endif
  __m256 all = _mm256_broadcast_ss(number);
#ifdef FIXED
  free(number);
#endif
  return _mm256_cvtss_f32(all) > 2;
}
