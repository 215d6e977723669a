// expect: bug data_race
// memcpy reads what another thread writes: one byte of it.
// fixed: verified 1
// count: Plain accesses are no steps; there is nothing but main that creates and joins threads: one trace.
// memcpy of bytes that nobody else touches.
#include <pthread.h>
#include <string.h>

char from[64], to[64];

static void* first(void* unused) {
#ifdef FIXED
  memcpy(to, from, 32);
#else
  memcpy(to, from, 33);
#endif
  return unused;
}
static void* second(void* unused) {
  from[32] = 1;
#ifdef FIXED
  to[32] = 2;
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
