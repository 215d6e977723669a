// expect: bug heap_overflow
// message: heap overflow: the bytes behind a block of 16 were written
// The block fills its room: what the library writes behind it is the header of the next one.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char *first, *volatile second;
static void* run(void* unused) {
  first = malloc(16);
  second = malloc(16);
  volatile size_t bytes = 40;
  snprintf(first, bytes, "%s", "a text of thirty-two characters.");
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}
