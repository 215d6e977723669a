// expect: bug data_race
// message: data race on list
// fixed: verified 1
// count: The threads share nothing but what main made before: one trace.
// Two threads start one list of arguments.
#include <pthread.h>
#include <stdarg.h>

#ifndef FIXED
static va_list list;
#endif

static int first_of(int count, ...) {
#ifdef FIXED
  va_list list;
#endif
  va_start(list, count);
  va_end(list);
  return count;
}

static void* run(void* unused) {
  first_of(1, 2);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, run, 0);
  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
  return 0;
}
