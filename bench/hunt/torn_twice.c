// depth 3: a reader sees the first half of two writers, and the second half of none.
#include <assert.h>
#include <stdatomic.h>

#include "noise.h"

static atomic_int first[2], second[2];

static void* writer(void* argument) {
  long self = (long)argument;
  first[self] = 1;
  second[self] = 1;
  noise();
  return 0;
}
static void* reader(void* unused) {
  int missing = !second[0] + !second[1];
  int begun = first[0] + first[1];
  assert(!(begun == 2 && missing == 2));
  noise();
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {writer, writer, reader};
  run_all(bodies, 3, 2);
  return 0;
}
