// expect: bug data_race
// fixed: verified 1
// count: Only the thread has steps, and main only joins it: one trace.
// The variables that open_memstream() was given change with every flush.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static char* text;
static size_t bytes;
static volatile size_t seen;

static void* run(void* unused) {
  FILE* file = open_memstream(&text, &bytes);
  fputs("abc", file);
  fclose(file);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = bytes;
#else
  seen = bytes;
  pthread_join(t, 0);
#endif
  return 0;
}
