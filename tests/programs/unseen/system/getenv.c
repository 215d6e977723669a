// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// The text that putenv() is given is the environment, and getenv() reads it.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static char text[] = "NAME=value";
static char* volatile found;

static void* run(void* unused) {
  found = getenv("NAME");
  return unused;
}

int main(void) {
  putenv(text);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  text[1] = 0;
#else
  text[1] = 0;
  pthread_join(t, 0);
#endif
  return 0;
}
