// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// strtok_r() leaves a 0 where a part ends.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

static char text[] = "a,b";
static char* rest;
static volatile char seen;

static void* run(void* unused) {
  strtok_r(text, ",", &rest);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = text[1];
#else
  seen = text[1];
  pthread_join(t, 0);
#endif
  return 0;
}
