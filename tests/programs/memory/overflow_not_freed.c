// expect: bug heap_overflow
// message: heap overflow: the bytes behind a block of 5 were written
// location: overflow_not_freed.c:11
// The block is never freed: that a library wrote behind it is found at the end of the execution.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char* text;
static void* run(void* unused) {
  text = malloc(5);
  volatile size_t bytes = 9;
  snprintf(text, bytes, "%d", 123456);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}
