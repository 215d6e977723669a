// expect: bug heap_overflow
// message: heap overflow: the bytes behind a block of 16 were written
// The block fills its room: what the kernel writes behind it is the header of the next one.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static char *first, *volatile second;
static void* run(void* unused) {
  first = malloc(16);
  second = malloc(16);
  syscall(SYS_getcwd, first + 7, 100L);
  return unused;
}

int main(void) {
  if (chdir("/usr/share/common-licenses") != 0) abort();
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}
