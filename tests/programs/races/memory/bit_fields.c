// expect: bug data_race
// Neighbouring bit fields are one memory location.
// fixed: verified 1
// count: Plain accesses are no steps; there is nothing but main that creates and joins threads: one trace.
// A bit field of width 0 separates two locations.
#include <pthread.h>

struct {
#ifdef FIXED
  unsigned a : 4;
  unsigned : 0;
  unsigned b : 4;
#else
  unsigned a : 4, b : 4;
#endif
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
}
