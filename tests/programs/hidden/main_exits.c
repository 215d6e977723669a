// expect: unsupported pthread_exit of main with handlers for the end of the program
// The last thread to end runs the handler, whichever that is.
#include <pthread.h>
#include <stdlib.h>

static void handler(void) { abort(); }

static void* run(void* unused) { return unused; }

int main(void) {
  pthread_t t;
  atexit(handler);
  pthread_create(&t, 0, run, 0);
  pthread_exit(0);
}
