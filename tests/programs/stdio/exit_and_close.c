// expect: unsupported after exit() has begun
// A thread opens and closes a FILE while exit() may go through all of them.
#include <pthread.h>
#include <stdio.h>

static void* run(void* unused) {
  FILE* file = fopen("mazurka-exit", "w");
  fputs("text", file);
  fclose(file);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_detach(t);
  return 0;
}
