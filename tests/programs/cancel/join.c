// expect: verified 3
// toy: var cancelled, ended
// toy: thread other { ended = 1 }
// toy: thread t { r = cancelled; if r == 0 { q = ended; if q == 0 { await cancelled == 9 } } }
// toy: thread main { cas cancelled, 0, 1 }
#include <assert.h>
#include <pthread.h>

static pthread_t other, t;

static void* end(void* unused) {
  return unused;
}
static void* run(void* unused) {
  pthread_join(other, 0);
  return unused;
}

int main(void) {
  void* result;
  pthread_create(&other, 0, end, 0);
  pthread_create(&t, 0, run, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  if (result == PTHREAD_CANCELED) pthread_join(other, 0);
  return 0;
}
