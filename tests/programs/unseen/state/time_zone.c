// expect: bug data_race
// message: timezone
// fixed: verified 1
// count: Main only joins: one trace.
// tzset() sets variables that the program reads by their names.
#include <pthread.h>
#include <time.h>

static void* set(void* unused) {
  tzset();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
#ifdef FIXED
  pthread_join(t, 0);
#endif
  long zone = timezone;
#ifndef FIXED
  pthread_join(t, 0);
#endif
  return zone != 0;
}
