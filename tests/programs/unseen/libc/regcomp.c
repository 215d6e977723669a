// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// An expression is compiled while another thread looks at it.
#define _GNU_SOURCE
#include <pthread.h>
#include <regex.h>

static regex_t expression;
static volatile unsigned long seen;

static void* run(void* unused) {
  regcomp(&expression, "a*", 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = expression.re_nsub;
#else
  seen = expression.re_nsub;
  pthread_join(t, 0);
#endif
  return 0;
}
