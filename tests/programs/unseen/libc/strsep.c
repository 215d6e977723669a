// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// strsep() moves the pointer that it is given.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

static char text[] = "a,b";
static char* rest = text;
static char* volatile seen;

static void* run(void* unused) {
  strsep(&rest, ",");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = rest;
#else
  seen = rest;
  pthread_join(t, 0);
#endif
  return 0;
}
