// expect: bug use_after_free
// flags: -O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
// As fortified.c, in a block that was freed by another thread.
// fixed: verified 1
// count: The thread has no step, and main only joins it: one trace.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char* text;

static void* run(void* unused) {
#ifdef FIXED
  memset(text, 1, 24);
#else
  free(text);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  text = malloc(64);
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  memset(text, 0, 24);
#ifdef FIXED
  int differs = text[3] != 0;
  free(text);
  return differs;
#else
  return 0;
#endif
}
