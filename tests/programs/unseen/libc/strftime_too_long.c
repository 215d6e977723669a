// expect: bug heap_overflow
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// The text does not fit into the block.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static char* text;
static struct tm date = {.tm_year = 126};

static void* run(void* unused) {
#ifdef FIXED
  text = malloc(32);
#else
  text = malloc(5);
#endif
  strftime(text, 32, "%Y-%m-%d", &date);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
