// expect: verified 1
// sprintf.c, but they have halves of the text; what does not fit is not written. One sorts what the other does not touch.
// count: one trace, for no thread has a step but main
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[20];

static int compare(const void* a, const void* b) { return *(const char*)a - *(const char*)b; }

static void* run(void* half) {
  assert(snprintf(half, 10, "%s %d", "a long text", 1234567) == 19);
  qsort(half, 4, 1, compare);
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, text);
  pthread_create(&u, 0, run, text + 10);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(strcmp(text, text + 10) == 0 && strlen(text) == 9 && atoi("12") == strtol("12", 0, 10));
  return 0;
}
