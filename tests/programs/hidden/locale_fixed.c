// expect: verified 1
// locale.c, but the thread only asks, and main sets it when it is alone.
// count: one trace, for the thread has a step that only reads the names of files, and main has its steps after that
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <string.h>

static void* run(void* unused) {
  assert(strcmp(setlocale(LC_ALL, 0), "C") == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert(setlocale(LC_ALL, "C"));
  return 0;
}
