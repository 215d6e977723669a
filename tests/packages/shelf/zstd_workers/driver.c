#include <assert.h>
#include <string.h>
#include "zstd.h"

// What comes before the end is not known to be short: so the work goes to a thread of the library's pool.
int main(void) {
  char text[200], packed[400], unpacked[200];
  for (int k = 0; k < 200; k++) text[k] = (char)('a' + k % 7);
  ZSTD_CCtx* context = ZSTD_createCCtx();
  const struct { ZSTD_cParameter which; int value; } parameters[] = {{ZSTD_c_compressionLevel, 1}, {ZSTD_c_windowLog, 10}, {ZSTD_c_hashLog, 6}, {ZSTD_c_nbWorkers, 1}};
  for (int k = 0; k < 4; k++) assert(!ZSTD_isError(ZSTD_CCtx_setParameter(context, parameters[k].which, parameters[k].value)));
  ZSTD_inBuffer in = {text, sizeof text, 0};
  ZSTD_outBuffer out = {packed, sizeof packed, 0};
  size_t left = ZSTD_compressStream2(context, &out, &in, ZSTD_e_continue);
  assert(!ZSTD_isError(left));
  do {
    left = ZSTD_compressStream2(context, &out, &in, ZSTD_e_end);
    assert(!ZSTD_isError(left));
  } while (left != 0);
  assert(ZSTD_decompress(unpacked, sizeof unpacked, packed, out.pos) == sizeof text);
  assert(memcmp(text, unpacked, sizeof text) == 0);
  ZSTD_freeCCtx(context);
}
