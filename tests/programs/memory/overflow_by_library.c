// expect: bug heap_overflow
// swab is not instrumented: that it wrote behind the block is found when the block is freed.
// fixed: verified 1
// count: The thread has no step (memory and swab are none), and main only joins it: one trace.
// swab is told how large the block is.
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void* run(void* unused) {
  char* text = malloc(5);
#ifdef FIXED
  volatile ssize_t bytes = 4;
#else
  volatile ssize_t bytes = 8;
#endif
  swab("12345678", text, bytes);
  free(text);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}
