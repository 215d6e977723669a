// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// The basename() of POSIX ends a path before its last slash.
#define _GNU_SOURCE
#include <libgen.h>
#include <pthread.h>

static char path[] = "/folder/name/";
static volatile char seen;

static void* run(void* unused) {
  basename(path);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = path[12];
#else
  seen = path[12];
  pthread_join(t, 0);
#endif
  return 0;
}
