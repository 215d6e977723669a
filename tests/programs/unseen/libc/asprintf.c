// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// asprintf() leaves a pointer.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static char* text;
static char* volatile seen;

static void* run(void* unused) {
  if (asprintf(&text, "%d", 7) < 0) text = 0;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = text;
#else
  seen = text;
  pthread_join(t, 0);
#endif
  return 0;
}
