// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A time as a wide text has an end, too.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
#include <wchar.h>

static wchar_t text[8];
static volatile wchar_t seen;

static void* run(void* unused) {
  struct tm time = {0};
  wcsftime(text, 8, L"%Y", &time);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = text[4];
#else
  seen = text[4];
  pthread_join(t, 0);
#endif
  return 0;
}
