// expect: verified 2
// toy: # exit() does not wait for a FILE that is only read.
// toy: mutex file
// toy: sem pipe
// toy: thread t { lock file; acquire pipe; unlock file }
// toy: thread main { r = trylock file; if r { unlock file } }
// A thread that waits for ever for something to read does not keep exit() waiting.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE* file;

static void* run(void* unused) {
  fgetc(file);
  return unused;
}

int main(void) {
  pthread_t t;
  int ends[2];
  if (pipe(ends) != 0) return 1;
  file = fdopen(ends[0], "r");
  pthread_create(&t, 0, run, 0);
  pthread_detach(t);
  return 0;
}
