// expect: verified 1
// count: 1, since the thread has no operation.
// What malloc and its relatives do with sizes and alignments that make no sense, before there are threads and in one.
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static volatile size_t huge = SIZE_MAX / 2, half = SIZE_MAX / 2 + 2;

static void* run(void* unused) {
  void* block = malloc(10);
  assert(realloc(block, 0) == 0);
  block = realloc(0, 0);
  assert(block != 0);
  free(block);
  assert(malloc(huge) == 0 && errno == ENOMEM);
  assert(malloc(half) == 0 && calloc(half, 2) == 0 && reallocarray(0, half, 2) == 0);
  errno = 0;
  block = calloc(3, 5);
  assert(realloc(block, huge) == 0 && errno == ENOMEM);
  assert(malloc_usable_size(block) >= 15 && malloc_usable_size(0) == 0);
  block = reallocarray(block, 10, 10);
  assert(memcmp(block, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 15) == 0);
  free(block);
  block = unused;
  assert(posix_memalign(&block, 3, 10) == EINVAL && posix_memalign(&block, 4, 10) == EINVAL);
  assert(posix_memalign(&block, 24, 10) == EINVAL && posix_memalign(&block, 0, 10) == EINVAL);
  assert(posix_memalign(&block, 64, huge) == ENOMEM && block == unused);
  assert(posix_memalign(&block, 8, 10) == 0 && (uintptr_t)block % 8 == 0);
  free(block);
  for (size_t alignment = 1; alignment <= 8192; alignment *= 2) {
    block = aligned_alloc(alignment, 100);
    assert((uintptr_t)block % alignment == 0);
    memset(block, 1, 100);
    free(block);
  }
  block = memalign(48, 100);
  assert(block != 0 && (uintptr_t)block % 64 == 0);
  free(block);
  block = pvalloc(1);
  assert((uintptr_t)block % 4096 == 0);
  memset(block, 1, 4096);
  free(block);
  return unused;
}

int main(void) {
  run(0);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  free(malloc(0));
  run(0);
}
