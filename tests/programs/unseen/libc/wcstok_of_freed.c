// expect: bug use_after_free
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A text that was freed has no parts any more, but it is read.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <wchar.h>

static wchar_t* text;

static void* run(void* unused) {
#ifndef FIXED
  free(text);
#endif
  wchar_t* rest;
  wcstok(text, L",", &rest);
  return unused;
}

int main(void) {
  text = calloc(8, sizeof(wchar_t));
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
