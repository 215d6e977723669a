// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// Whoever makes a file by a name reads that name first.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static char name[] = "no place for letters";

static void* run(void* unused) {
  mkstemp(name);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  name[1] = 0;
#else
  name[1] = 0;
  pthread_join(t, 0);
#endif
  return 0;
}
