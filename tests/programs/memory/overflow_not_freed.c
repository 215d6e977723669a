// expect: bug heap_overflow
// message: heap overflow: the bytes behind a block of 5 were written
// location: overflow_not_freed.c:20
// The block is never freed: that the kernel wrote behind it is found at the end of the execution.
// fixed: verified 1
// count: The thread has no step (memory and clocks are none), and main only joins it: one trace.
// Large enough, and next to a block that is in use, too.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static char* text;
static void* run(void* unused) {
#ifdef FIXED
  text = malloc(9);
  char* next = malloc(16);
  next[15] = text[0];
#else
  text = malloc(5);
#endif
  syscall(SYS_time, text);
#ifdef FIXED
  free(next);
#endif
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}
