// expect: bug data_race
// message: stdout
// fixed: verified 1
// count: Main only joins: one trace.
// printf() reads the variable stdout.
#include <pthread.h>
#include <stdio.h>

static void* print(void* unused) {
  printf("text");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, print, 0);
#ifdef FIXED
  pthread_join(t, 0);
#endif
  stdout = stderr;
#ifndef FIXED
  pthread_join(t, 0);
#endif
}
