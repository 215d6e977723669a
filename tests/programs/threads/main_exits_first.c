// expect: bug assertion
// main leaves by pthread_exit; the program goes on, and what its threads do then is still checked.
// fixed: verified 2
// toy: var left, x
// toy: thread run { r = left; if r { r = x } }
// toy: thread main { x = 1; left = 1 }
// With the right expectation.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int left, x;

static void* run(void* unused) {
  if (atomic_load(&left)) {
    int before = atomic_load(&x);
#ifdef FIXED
    assert(before == 1);
#else
    assert(before == 0 && "main has left");
#endif
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&x, 1);
  atomic_store(&left, 1);
  pthread_exit(0);
}
