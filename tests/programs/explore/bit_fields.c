// expect: bug assertion
// options: --races=explore
// fixed: verified 1
// count: Memory that two threads share is no step if it is not the same memory: one trace.
// To store to a bit-field is to load the bytes around it, to change some bits and to store them: what another thread has
// stored to its neighbour in between is lost. A bit-field of width 0 separates the two.
#include <assert.h>
#include <pthread.h>

static struct {
  unsigned a : 4;
#ifdef FIXED
  unsigned : 0;
#endif
  unsigned b : 4;
} shared;

static void* first(void* unused) {
  shared.a = 1;
  return unused;
}
static void* second(void* unused) {
  shared.b = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(shared.a == 1 && shared.b == 1);
  return 0;
}
