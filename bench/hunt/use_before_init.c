// depth 1: a thread uses what another one has to make first.
#include <assert.h>
#include <stdatomic.h>

#include "noise.h"

static atomic_int ready;

static void* maker(void* unused) {
  ready = 1;
  noise();
  return unused;
}
static void* user(void* unused) {
  assert(atomic_exchange(&ready, 2) == 1);
  noise();
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {maker, user};
  run_all(bodies, 2, 3);
  return 0;
}
