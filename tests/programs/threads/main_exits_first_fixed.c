// expect: verified 2
// toy: var left, x
// toy: thread run { r = left; if r { r = x } }
// toy: thread main { x = 1; left = 1 }
// main_exits_first.c with the right expectation.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int left, x;

static void* run(void* unused) {
  if (atomic_load(&left)) {
    int before = atomic_load(&x);
    assert(before == 1);
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
