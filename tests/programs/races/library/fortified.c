// expect: bug data_race
// message: data race on text
// flags: -O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
// The headers for _FORTIFY_SOURCE call the compiler's own functions, which it would do in place.
// fixed: verified 1
// count: The thread has no step, and main only joins it: one trace.
#include <pthread.h>
#include <string.h>

static char text[64];

static void* run(void* unused) {
  strcpy(text, "hello");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
#ifdef FIXED
  pthread_join(thread, 0);
  return memcmp(text, "hello", 6) != 0;
#else
  int differs = memcmp(text, "h", 1) != 0;
  pthread_join(thread, 0);
  return differs && text[0] != 'h';
#endif
}
