// depth 2: a counter is read and written in two steps.
#include <assert.h>
#include <stdatomic.h>

#include "noise.h"

static atomic_int counter;

static void* adder(void* unused) {
  int seen = counter;
  counter = seen + 1;
  noise();
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {adder, adder, adder};
  run_all(bodies, 3, 2);
  assert(counter == 3);
  return 0;
}
