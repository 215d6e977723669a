// expect: unsupported atexit after exit() has begun
// Main ends the program while a thread may still register a handler.
#include <pthread.h>
#include <stdlib.h>

static void handler(void) {}

static void* run(void* unused) {
  atexit(handler);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_detach(t);
  return 0;
}
