// expect: bug data_race
// message: text
// Two threads format a number into the same text.
// fixed: verified 1
// Here they have halves of the text; what does not fit is not written. One sorts what the other does not touch.
// count: one trace, for no thread has a step but main
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[20];

#ifdef FIXED
static int compare(const void* a, const void* b) { return *(const char*)a - *(const char*)b; }

static void* run(void* half) {
  assert(snprintf(half, 10, "%s %d", "a long text", 1234567) == 19);
  qsort(half, 4, 1, compare);
  return 0;
#else
static void* run(void* unused) {
  sprintf(text, "%d", 100);
  return unused;
#endif
}

int main(void) {
  pthread_t t, u;
#ifdef FIXED
  pthread_create(&t, 0, run, text);
  pthread_create(&u, 0, run, text + 10);
#else
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, run, 0);
#endif
  pthread_join(t, 0);
  pthread_join(u, 0);
#ifdef FIXED
  assert(strcmp(text, text + 10) == 0 && strlen(text) == 9 && atoi("12") == strtol("12", 0, 10));
#endif
  return 0;
}
