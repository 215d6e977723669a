// expect: bug data_race
// fixed: verified 1
// count: Only the thread has steps, and main only joins it: one trace.
// poll() says what it found in the structure that it is given.
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>

static struct pollfd files[1] = {{0, POLLIN, 0}};
static volatile short seen;

static void* run(void* unused) {
  poll(files, 1, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = files[0].revents;
#else
  seen = files[0].revents;
  pthread_join(t, 0);
#endif
  return 0;
}
