// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A message to the system has a text of the program's.
#define _GNU_SOURCE
#include <pthread.h>
#include <syslog.h>

static char text[] = "text";

static void* run(void* unused) {
  setlogmask(LOG_MASK(LOG_ERR));
  syslog(LOG_DEBUG, "%d %s", 7, text);
  return unused;
}

int main(void) {
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
