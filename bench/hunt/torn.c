// depth 2: a reader sees one half of what a writer writes.
#include <assert.h>
#include <stdatomic.h>

#include "noise.h"

static atomic_int low, high;

static void* writer(void* unused) {
  low = 1;
  high = 1;
  noise();
  return unused;
}
static void* reader(void* unused) {
  int h = high, l = low;
  assert(l == h);
  noise();
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {writer, reader};
  run_all(bodies, 2, 3);
  return 0;
}
