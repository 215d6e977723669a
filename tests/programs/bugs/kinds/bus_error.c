// expect: bug signal
// message: SIGBUS was raised
// A program raises a deadly signal itself.
// fixed: verified 2
// toy: var x
// toy: thread t { r = x }
// toy: thread main { x = 1 }
// The deadly signal is never raised.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int x;

static void* run(void* unused) {
#ifdef FIXED
  if (atomic_load(&x) > 1) raise(SIGBUS);
#else
  if (atomic_load(&x)) raise(SIGBUS);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&x, 1);
  pthread_join(t, 0);
  return 0;
}
