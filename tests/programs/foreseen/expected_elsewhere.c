// expect: bug assertion
// message: found != 1
// gcc hands the place of an expected value on: what a compare-exchange finds and leaves there is told by nobody else. Here
// that is a variable of the program.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, noise, found;
static int expected;

static void* reader(void* unused) {
  (void)unused;
  expected = atomic_load(&x) == 2;
  if (atomic_load(&y) == 1)
    atomic_compare_exchange_strong(&noise, &expected, 0);
  else
    expected = 0;
  if (atomic_load(&y) == 2) atomic_store(&found, expected);
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
  assert(found != 1);
  return 0;
}
