// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A wide format names a text that main changes.
#define _GNU_SOURCE
#include <pthread.h>
#include <wchar.h>

static char name[] = "abc";
static wchar_t text[8];

static void* run(void* unused) {
  swprintf(text, 8, L"%s", name);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  name[0] = 'x';
#else
  name[0] = 'x';
  pthread_join(t, 0);
#endif
  return 0;
}
