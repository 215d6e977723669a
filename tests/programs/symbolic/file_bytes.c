// expect: bug assertion
// options: --symbolic-file=config.bin:8
// A file is a header and a number; two threads read it.
// message: header.value != 77
// fixed: verified
// uncounted: how often the C library looks at its descriptors depends on its version
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct header {
  char magic[4];
  int value;
};

static void* load(void* unused) {
  struct header header;
  FILE* file = fopen("config.bin", "rb");
  assert(file != NULL);
  assert(fread(&header, sizeof header, 1, file) == 1);
  fclose(file);
#ifdef FIXED
  if (memcmp(header.magic, "MAZ", 4) == 0) assert(header.value == 77 || header.value != 77);
#else
  if (memcmp(header.magic, "MAZ", 4) == 0) assert(header.value != 77);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, load, 0);
  load(0);
  pthread_join(thread, 0);
}
