// expect: bug data_race
// strcpy writes the end of a string that strlen reads.
// fixed: verified 1
// count: Plain accesses are no steps; there is nothing but main that creates and joins threads: one trace.
// Two threads read the same string.
#include <pthread.h>
#include <string.h>

char from[64], to[64];

static void* first(void* unused) {
#ifdef FIXED
  if (strcmp(to, "text") == 0) return to;
#else
  strcpy(to, "text");
#endif
  return unused;
}
static void* second(void* unused) {
  if (strlen(to) > 5) return to;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
