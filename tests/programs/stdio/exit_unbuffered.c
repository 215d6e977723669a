// expect: bug assertion
// message: status.st_size == 0
// As exit_writes_bug.c, but the thread may also begin to write after exit() has done it: the FILE has no buffer any more then. What
// it had in it before would be no bug here.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>

static FILE* file;
static atomic_int before;

static void* run(void* unused) {
  struct stat status;
  stat("mazurka-exit", &status);
  int written = status.st_size == 5;
  fputs("text", file);
  stat("mazurka-exit", &status);
  if (written) assert(status.st_size == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  file = fopen("mazurka-exit", "w");
  fputs("main ", file);
  pthread_create(&t, 0, run, 0);
  pthread_detach(t);
  return 0;
}
