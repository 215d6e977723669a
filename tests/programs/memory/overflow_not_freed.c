// expect: bug heap_overflow
// message: heap overflow: the bytes behind a block of 4 were written
// location: overflow_not_freed.c:21
// The block is never freed: that the kernel wrote behind it is found at the end of the execution.
// fixed: verified 1
// count: The thread has no step (memory is none, and main is alone with the current folder), and main only joins it: one trace.
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
  text = malloc(4);
#endif
  syscall(SYS_getcwd, text, 100L);  // "/usr"
#ifdef FIXED
  free(next);
#endif
  return unused;
}

int main(void) {
  if (chdir("/usr") != 0) abort();
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}
