// expect: bug assertion
// fixed: verified 29
// count: The numbers of rand_r end the loop in its 28th round. The flag is set before one of the 28 looks at it, or after all: 29 traces.
// The loop calls what changes its seed, so it is no spin loop: it ends by itself.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int go;
static unsigned seed = 1;

static void* run(void* unused) {
  while (atomic_load(&go) == 0)
    if (rand_r(&seed) % 16 == 0) break;
#ifndef FIXED
  assert(atomic_load(&go) != 0);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&go, 1);
  pthread_join(t, 0);
  return 0;
}
