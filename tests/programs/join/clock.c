// expect: verified 2
// toy: var ended
// toy: thread t { ended = 1 }
// toy: thread main { r = ended }
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static void* run(void* unused) {
  return unused;
}

int main(void) {
  pthread_t t;
  struct timespec deadline = {0, 0};
  pthread_create(&t, 0, run, 0);
  int error = pthread_clockjoin_np(t, 0, CLOCK_MONOTONIC, &deadline);
  if (error == 0) return 0;
  assert(error == ETIMEDOUT);
  pthread_join(t, 0);
  return 0;
}
