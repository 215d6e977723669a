// expect: unsupported exit() by two threads
// What each of them does of it depends on the C library.
#include <pthread.h>
#include <stdlib.h>

static void* run(void* unused) {
  exit(0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  exit(0);
}
