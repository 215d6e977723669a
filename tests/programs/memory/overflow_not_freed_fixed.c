// expect: verified 1
// count: The thread has no step (memory and snprintf are none), and main only joins it: one trace.
// Large enough, and next to a block that is in use, too.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char* text;
static void* run(void* unused) {
  text = malloc(9);
  char* next = malloc(16);
  next[15] = text[0];
  volatile size_t bytes = 9;
  snprintf(text, bytes, "%d", 123456);
  free(next);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}
