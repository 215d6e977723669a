// expect: bug data_race
// memset writes what another thread reads.
// fixed: verified 1
// count: Plain accesses are no steps; there is nothing but main that creates and joins threads: one trace.
// memset of other bytes.
#include <pthread.h>
#include <string.h>

char from[64], to[64];

static void* first(void* unused) {
#ifdef FIXED
  memset(to, 1, 8);
#else
  memset(to, 1, 9);
#endif
  return unused;
}
static void* second(void* unused) {
  if (to[8] == 7) return to;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
