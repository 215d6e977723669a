// expect: bug assertion
// A call by an atomic pointer to a function loads the pointer, as one step. (gcc 12 loads it plainly.)
// fixed: verified 2
// toy: var f
// toy: thread setter { f = 1 }
// toy: thread caller { r = f }
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef int (*Step)(int);

static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }

static struct {
  int unused;
  _Atomic(Step) step;
} object = {0, one};

static void* setter(void* unused) {
  object.step = two;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, setter, 0);
  const int result = object.step(1);
#ifndef FIXED
  assert(result == 2);
#else
  assert(result == 2 || result == 3);
#endif
  pthread_join(t, 0);
}
