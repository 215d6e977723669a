// expect: verified 2
// toy: var cancelled
// toy: thread t { r = cancelled }
// toy: thread main { cas cancelled, 0, 1 }
// Only where it looks can a thread be cancelled.
#include <assert.h>
#include <pthread.h>

static int before, after;

static void* run(void* unused) {
  before = 1;
  pthread_testcancel();
  after = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  void* result;
  pthread_create(&t, 0, run, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(before == 1 && after == (result == 0));
  assert(result == 0 || result == PTHREAD_CANCELED);
  return 0;
}
