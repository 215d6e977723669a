// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// What is written is read from several places.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

static char text[] = "abc";

static void* run(void* unused) {
  struct iovec pieces[] = {{text, 1}, {text + 1, 2}};
  if (writev(1, pieces, 2) < 0) abort();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  text[2] = 'x';
#else
  text[2] = 'x';
  pthread_join(t, 0);
#endif
  return 0;
}
