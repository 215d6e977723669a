// expect: bug data_race
// fixed: verified 1
// count: Only the thread has steps, and main only joins it: one trace.
// The buffer belongs to the FILE until it is closed.
#include <pthread.h>
#include <stdio.h>

static char buffer[64];
static volatile char seen;

static void* run(void* unused) {
  FILE* file = fopen("/dev/null", "w");
  setvbuf(file, buffer, _IOFBF, sizeof buffer);
  fputs("abc", file);
  fclose(file);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = buffer[0];
#else
  seen = buffer[0];
  pthread_join(t, 0);
#endif
  return 0;
}
