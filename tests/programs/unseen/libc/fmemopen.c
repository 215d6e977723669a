// expect: verified
// uncounted: How often a FILE locks itself depends on the version of the C library.
// Two FILEs that read the same memory.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static char text[] = "abc";

static void* run(void* unused) {
  FILE* file = fmemopen(text, 3, "r");
  fgetc(file);
  fclose(file);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  return 0;
}
