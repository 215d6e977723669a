// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// An option that was found sets the variable that it names.
#define _GNU_SOURCE
#include <getopt.h>
#include <pthread.h>

static int all;
static volatile int seen;

static void* run(void* unused) {
  struct option options[] = {{"all", no_argument, &all, 1}, {0, 0, 0, 0}};
  char name[] = "program", option[] = "--all";
  char* arguments[] = {name, option, 0};
  getopt_long(2, arguments, "", options, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = all;
#else
  seen = all;
  pthread_join(t, 0);
#endif
  return 0;
}
