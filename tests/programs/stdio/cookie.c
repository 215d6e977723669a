// expect: bug data_race
// fixed: verified
// uncounted: how often the C library calls the functions depends on its version
// A FILE of the program's own functions has a lock, but what these touch does not, where others touch it, too.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int written;
static FILE* file;

static ssize_t count(void* cookie, const char* text, size_t bytes) {
  (void)text;
  *(int*)cookie += (int)bytes;
  return (ssize_t)bytes;
}

static void* run(void* unused) {
  fputs("text", file);
  fflush(file);
#ifndef FIXED
  written++;
#endif
  return unused;
}

int main(void) {
  cookie_io_functions_t functions = {0, count, 0, 0};
  file = fopencookie(&written, "w", functions);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  fclose(file);
#ifdef FIXED
  assert(written == 8);
#endif
  return 0;
}
