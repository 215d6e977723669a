// expect: verified 3
// toy: var ended
// toy: thread t { ended = 1 }
// toy: thread main { r = ended; if r == 0 { r = ended } }
// A join that does not wait sees a thread end, or not; what it joined is synchronised with.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int x;

static void* run(void* unused) {
  x = 1;
  return &x;
}

int main(void) {
  pthread_t t;
  void* result = 0;
  struct timespec deadline = {0, 0};
  pthread_create(&t, 0, run, 0);
  int error = pthread_tryjoin_np(t, &result);
  assert(error == 0 || error == EBUSY);
  if (error != 0) {
    error = pthread_timedjoin_np(t, &result, &deadline);
    assert(error == 0 || error == ETIMEDOUT);
    if (error != 0) error = pthread_join(t, &result);
  }
  assert(error == 0 && result == &x && x == 1);
  return 0;
}
