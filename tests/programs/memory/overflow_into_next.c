// expect: bug heap_overflow
// options: --trust=overflow_into_next.c
// message: heap overflow: the bytes behind a block of 16 were written
// The block fills its room: what the kernel writes behind it is the header of the next one.
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

static char *first, *volatile second;
static void* run(void* unused) {
  first = malloc(16);
  second = malloc(16);
  current_folder(first + 7);
  return unused;
}

int main(void) {
  if (chdir("/usr/share/common-licenses") != 0) abort();
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}
