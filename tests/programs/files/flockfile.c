// expect: verified 2
// toy: # The mutex of the FILE; all else is done under it.
// toy: mutex file
// toy: thread t[2] { lock file; unlock file }
// Two calls under one lock are not separated, and a FILE may be locked again by who has it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE* file;

static void* run(void* name) {
  flockfile(file);
  fputs(name, file);
  fflush(file);
  fputs(name, file);
  funlockfile(file);
  return 0;
}

int main(void) {
  pthread_t t, u;
  char text[10] = {0};
  file = fopen("mazurka-flockfile", "w+");
  pthread_create(&t, 0, run, "a");
  pthread_create(&u, 0, run, "b");
  pthread_join(t, 0);
  pthread_join(u, 0);
  rewind(file);
  assert(fread(text, 1, sizeof text, file) == 4);
  assert(strcmp(text, "aabb") == 0 || strcmp(text, "bbaa") == 0);
  fclose(file);
  return 0;
}
