// expect: bug heap_overflow
// message: heap overflow: the bytes behind a block of 5 were written
// location: overflow_not_freed.c:12
// The block is never freed: that a library wrote behind it is found at the end of the execution.
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static char* text;
static void* run(void* unused) {
  text = malloc(5);
  volatile ssize_t bytes = 8;
  swab("12345678", text, bytes);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}
