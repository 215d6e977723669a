// expect: bug exit
// _Exit skips the handlers, but the status counts.
// fixed: verified 2
// toy: var x
// toy: thread t { r = x }
// toy: thread main { x = 1 }
// _Exit with status 0 is a good end, although it leaves the other thread behind.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void* run(void* unused) {
#ifdef FIXED
  if (atomic_load(&x)) _Exit(0);
#else
  if (atomic_load(&x)) _Exit(4);
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
