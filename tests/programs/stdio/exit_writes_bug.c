// expect: bug assertion
// message: status.st_size == 0
// As exit_writes.c; what the thread has written need not be in its buffer any more.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

static FILE* file;

static void* run(void* unused) {
  struct stat status;
  fputs("text", file);
  assert(stat("mazurka-exit", &status) == 0 && status.st_size == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  file = fopen("mazurka-exit", "w");
  pthread_create(&t, 0, run, 0);
  pthread_detach(t);
  return 0;
}
