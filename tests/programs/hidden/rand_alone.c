// expect: verified 1
// Only one thread draws random numbers: that is no step, however often it does.
// count: one trace, for the atomic variables of the two threads are different ones, and nothing else is a step
// options: --max-steps=3
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;

static void* draw(void* unused) {
  for (int k = 0; k < 1000; k++) rand();
  atomic_store(&x, 1);
  return unused;
}
static void* other(void* unused) {
  atomic_store(&y, 1);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, draw, 0);
  pthread_create(&u, 0, other, 0);
  return 0;
}
