// expect: bug misuse
// message: funlockfile by a thread that has not locked the file
// Unlocked without having been locked.
// fixed: verified 1
// count: One thread makes steps at a time, for main waits for the end of the other: 1 trace.
#include <pthread.h>
#include <stdio.h>

static void* run(void* file) {
#ifdef FIXED
  flockfile(file);
#endif
  funlockfile(file);
  return 0;
}

int main(void) {
  pthread_t t;
  FILE* file = tmpfile();
  pthread_create(&t, 0, run, file);
  pthread_join(t, 0);
  fclose(file);
  return 0;
}
