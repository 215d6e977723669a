// expect: bug use_after_free
// message: use after free: read of 1 byte in a block
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// As strerror.c. What a thread has got is its own while it lives, and the next text takes its place.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

static const char* text;
static volatile char seen;

static void* run(void* unused) {
  for (int k = 0; k < 3; k++) assert(strstr(strsignal(777 + k), "77") != 0);
  text = strsignal(888);
  assert(strstr(text, "888") != 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
#ifndef FIXED
  seen = text[0];
#endif
}
