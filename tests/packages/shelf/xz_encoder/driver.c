#include <assert.h>
#include <lzma.h>
#include <string.h>

int main(void) {
  uint8_t text[64], packed[400], unpacked[64];
  for (int k = 0; k < 64; k++) text[k] = (uint8_t)('a' + k % 7);
  lzma_options_lzma options;
  assert(!lzma_lzma_preset(&options, 0));
  options.dict_size = 4096;
  lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, 0}};
  lzma_mt threads = {.threads = 1, .block_size = 4096, .filters = filters, .check = LZMA_CHECK_CRC32};
  lzma_stream stream = LZMA_STREAM_INIT;
  assert(lzma_stream_encoder_mt(&stream, &threads) == LZMA_OK);
  stream.next_in = text;
  stream.avail_in = sizeof text;
  stream.next_out = packed;
  stream.avail_out = sizeof packed;
  assert(lzma_code(&stream, LZMA_FINISH) == LZMA_STREAM_END);
  lzma_end(&stream);

  uint64_t memory = UINT64_MAX;
  size_t in = 0, out = 0;
  assert(lzma_stream_buffer_decode(&memory, 0, 0, packed, &in, stream.next_out - packed, unpacked, &out, sizeof unpacked) == LZMA_OK);
  assert(out == sizeof text && memcmp(text, unpacked, sizeof text) == 0);
}
