// depth 4: one thread must come exactly between two steps of a long loop, and another one between two later ones.
#include <assert.h>
#include <stdatomic.h>

#include "noise.h"

static atomic_int position, early, late;

static void* walker(void* unused) {
  for (int k = 1; k <= 24; k++) position = k;
  assert(!(early == 9 && late == 17));
  noise();
  return unused;
}
static void* first(void* unused) {
  early = position;
  noise();
  return unused;
}
static void* second(void* unused) {
  late = position;
  noise();
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {walker, first, second};
  run_all(bodies, 3, 1);
  return 0;
}
