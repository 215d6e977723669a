// depth 3: a reader of a sequence lock, whose number has two bits, is overtaken by two whole writes between its two halves.
#include <assert.h>
#include <stdatomic.h>

#include "noise.h"

static atomic_int sequence, low, high;

static void* writer(void* unused) {
  for (int k = 1; k <= 3; k++) {
    sequence = (sequence + 1) % 4;
    low = k;
    high = k;
    sequence = (sequence + 1) % 4;
  }
  noise();
  return unused;
}
static void* reader(void* unused) {
  int before = sequence;
  int l = low, h = high;
  if (before % 2 == 0 && sequence == before) assert(l == h);
  noise();
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {writer, reader};
  run_all(bodies, 2, 3);
  return 0;
}
