// expect: bug assertion
// message: found != 1
// An atomic variable and plain ones are parts of one union: what an operation leaves is found by a plain access.
// fixed: verified 50
// count: reader and two writers with four updates each: what it finds in x, and then in y and the order of the updates of noise: 5 * 5 * 2 = 50
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, noise, found;
static union {
  _Atomic long whole;
  struct {
    int low, high;
  } parts;
} word;

static void* reader(void* unused) {
  (void)unused;
  atomic_store(&word.whole, (long)(atomic_load(&x) == 2) << 32);
  if (atomic_load(&y) == 1) atomic_store(&found, word.parts.high);
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
