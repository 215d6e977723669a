// expect: bug data_race
// memmove within an array writes what another thread reads.
// fixed: verified 1
// count: Plain accesses are no steps; there is nothing but main that creates and joins threads: one trace.
// memmove beside what another thread reads.
#include <pthread.h>
#include <string.h>

char from[64], to[64];

static void* first(void* unused) {
  memmove(to + 4, to, 12);
  return unused;
}
static void* second(void* unused) {
#ifdef FIXED
  if (to[16] == 7) return to;
#else
  if (to[15] == 7) return to;
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
