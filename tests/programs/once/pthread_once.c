// expect: verified 3
// count: One of 3 threads begins first and initialises (W). The calls of the others wait until that is done, and only
//   read then (R), in no order; begun and done are written before and read after. So 3 traces.
// Three threads want something initialised: it happens once, and is complete for all of them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int begun, done;

static void initialise(void) {
  assert(atomic_fetch_add(&begun, 1) == 0);
  atomic_store(&done, 1);
}

static void* run(void* unused) {
  assert(pthread_once(&once, initialise) == 0);
  assert(atomic_load(&done) == 1);
  return unused;
}

int main(void) {
  pthread_t t[3];
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  return 0;
}
