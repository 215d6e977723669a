// expect: unsupported fflush of all files
// Which FILEs there are, and who uses them, is not known.
#include <pthread.h>
#include <stdio.h>

static void* run(void* unused) {
  fflush(0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
