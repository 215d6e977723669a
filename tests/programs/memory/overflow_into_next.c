// expect: bug heap_overflow
// message: heap overflow: the bytes behind a block of 16 were written
// The block fills its room: what the library writes behind it is the header of the next one.
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static char *first, *volatile second;
static void* run(void* unused) {
  first = malloc(16);
  second = malloc(16);
  volatile ssize_t bytes = 34;
  swab("a text of thirty-two characters...", first, bytes);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}
