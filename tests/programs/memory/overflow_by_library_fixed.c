// expect: verified 1
// count: The thread has no step (memory and snprintf are none), and main only joins it: one trace.
// snprintf is told how large the block is.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void* run(void* unused) {
  char* text = malloc(5);
  volatile size_t bytes = 5;
  snprintf(text, bytes, "%d", 123456);
  free(text);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}
