// expect: bug heap_overflow
// options: --trust=overflow_not_freed.c
// message: heap overflow: the bytes behind a block of 4 were written
// location: overflow_not_freed.c:29
// The block is never freed: that the kernel wrote behind it is found at the end of the execution.
// fixed: verified 1
// options: --trust=overflow_not_freed.c
// count: The thread has no step (memory is none, and main is alone with the current folder), and main only joins it: one trace.
// Large enough, and next to a block that is in use, too.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// (Nobody sees what the kernel writes for an instruction that has no name.)
static void current_folder(char* to) {
  long result;
  asm volatile(".byte 0x0f, 0x05" : "=a"(result) : "a"(SYS_getcwd), "D"(to), "S"(100L) : "rcx", "r11", "memory");
}

static char* text;
static void* run(void* unused) {
#ifdef FIXED
  text = malloc(9);
  char* next = malloc(16);
  next[15] = text[0];
#else
  text = malloc(4);
#endif
  current_folder(text);  // "/usr"
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
