// expect: bug abort
// main_exits.c, but it is main.
#include <pthread.h>
#include <stdlib.h>

static void handler(void) { abort(); }

static void* run(void* unused) { return unused; }

int main(void) {
  pthread_t t;
  atexit(handler);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  pthread_exit(0);
}
