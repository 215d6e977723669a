// expect: verified 1
// As exit_and_close.c, but main waits for the thread, by another one: then it may write all files, too.
// toy: thread t { x = 1 }
// toy: var x
#include <pthread.h>
#include <stdio.h>

static void* run(void* unused) {
  FILE* file = fopen("mazurka-exit", "w");
  fputs("text", file);
  fclose(file);
  return unused;
}
static void* make(void* unused) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, make, 0);
  pthread_join(t, 0);
  return fflush(0);
}
