// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// The kernel writes what main reads.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/stat.h>

static struct stat status;
static volatile unsigned seen;

static void* run(void* unused) {
  stat("/", &status);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = status.st_mode;
#else
  seen = status.st_mode;
  pthread_join(t, 0);
#endif
  return 0;
}
