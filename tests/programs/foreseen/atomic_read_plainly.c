// expect: bug assertion
// message: found != 1
// A plain access of an atomic variable finds and leaves what no operation tells of. Its steps are never foreseen: what
// `reader` leaves in `seen` is nowhere on its stack, when it looks at `y`.
// fixed: verified 50
// count: reader and two writers with four updates each: what it finds in x, and then in y and the order of the updates of noise: 5 * 5 * 2 = 50
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, noise, found;
static int seen;

static void* reader(void* unused) {
  (void)unused;
  __atomic_store_n(&seen, atomic_load(&x) == 2, __ATOMIC_SEQ_CST);
  if (atomic_load(&y) == 1) atomic_store(&found, seen);
  return 0;
}
static void* writer(void* argument) {
  for (int n = 0; n < 4; n++) atomic_fetch_add((atomic_int*)argument, 1);
  atomic_fetch_add(&noise, 1);
  return 0;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, reader, 0);
  pthread_create(&t[1], 0, writer, &x);
  pthread_create(&t[2], 0, writer, &y);
  for (int n = 0; n < 3; n++) pthread_join(t[n], 0);
#ifdef FIXED
  assert(found != 2);
#else
  assert(found != 1);
#endif
  return 0;
}
