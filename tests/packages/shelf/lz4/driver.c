#include <assert.h>
#include <pthread.h>
#include <string.h>
#include "lz4.h"

static LZ4_stream_t dictionary;
static const char text[] = "one two three one two three one two three";

static void* there_and_back(void* unused) {
  LZ4_stream_t own;
  memcpy(&own, &dictionary, sizeof own);
  char packed[100], unpacked[100];
  int bytes = LZ4_compress_fast_continue(&own, text, packed, sizeof text, sizeof packed, 1);
  assert(bytes > 0);
  assert(LZ4_decompress_safe_usingDict(packed, unpacked, bytes, sizeof unpacked, text, sizeof text) == sizeof text);
  assert(memcmp(unpacked, text, sizeof text) == 0);
  return unused;
}

int main(void) {
  LZ4_initStream(&dictionary, sizeof dictionary);
  LZ4_loadDict(&dictionary, text, sizeof text);
  pthread_t other;
  pthread_create(&other, 0, there_and_back, 0);
  there_and_back(0);
  pthread_join(other, 0);
}
