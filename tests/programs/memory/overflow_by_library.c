// expect: bug heap_overflow
// snprintf is not instrumented: that it wrote behind the block is found when the block is freed.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void* run(void* unused) {
  char* text = malloc(5);
  volatile size_t bytes = 9;
  snprintf(text, bytes, "%d", 123456);
  free(text);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}
