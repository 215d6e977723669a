// expect: bug data_race
// Two threads write members of a union that share one byte.
// fixed: verified 1
// count: Plain accesses are no steps; there is nothing but main that creates and joins threads: one trace.
// Two threads write different bytes of a union.
#include <pthread.h>

union {
  char bytes[8];
  struct {
    short unused;
    short a;
  } half;
} shared;

static void* first(void* unused) {
  shared.half.a = 1;
  return unused;
}
static void* second(void* unused) {
#ifdef FIXED
  shared.bytes[4] = 1;
#else
  shared.bytes[3] = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
