// expect: unsupported setlocale while other threads may run
// Nearly every function looks at the locale.
// fixed: verified 1
// Here the thread only asks, and main sets it when it is alone.
// count: one trace, for the thread has a step that only reads the names of files, and main has its steps after that
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <string.h>

static void* run(void* unused) {
#ifdef FIXED
  assert(strcmp(setlocale(LC_ALL, 0), "C") == 0);
#else
  setlocale(LC_ALL, "C");
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
#ifdef FIXED
  assert(setlocale(LC_ALL, "C"));
#endif
  return 0;
}
