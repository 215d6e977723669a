// expect: verified 2
// The program ends while a thread writes to a FILE: before or after that, exit() locks it to write what is in it.
// toy: mutex file
// toy: thread t { lock file; unlock file }
// toy: thread main { lock file; unlock file }
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE* file;

static void* run(void* unused) {
  assert(fputs("text", file) >= 0);
  return unused;
}

int main(void) {
  pthread_t t;
  file = fopen("mazurka-exit", "w");
  pthread_create(&t, 0, run, 0);
  pthread_detach(t);
  return 0;
}
