// expect: bug assertion
// A sleep orders nothing: the store may come first however long the thread sleeps before it.
// fixed: verified 2
// toy: var x
// toy: thread t { x = 1 }
// toy: thread u { r = x }
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int x;

static void* run(void* unused) {
#ifdef FIXED
  struct timespec hour = {3600, 0}, rest = {1, 1};
  assert(nanosleep(&hour, &rest) == 0 && rest.tv_sec == 0 && rest.tv_nsec == 0);
#else
  sleep(3600);
#endif
  atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  atomic_load(&x);
  pthread_join(t, 0);
  assert(atomic_load(&x) == 1);
#else
  usleep(1);
  assert(atomic_load(&x) == 0);
  pthread_join(t, 0);
#endif
  return 0;
}
