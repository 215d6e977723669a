// expect: bug assertion 3
// options: --keep-going
// toy: var x, y
// toy: thread a { seen = x; assert seen == 0; y = 1 }
// toy: thread b { x = 1; r = y }
// A thread that fails stops there; the others run on, and all their orders are explored.
// fixed: verified 4
// toy: var x, y
// toy: thread a { seen = x; y = 1 }
// toy: thread b { x = 1; r = y }
// assertion_in_thread.c, where the thread is content with either value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

#ifdef FIXED
static void* run(void* unused) {
  int seen = atomic_load(&x);
  assert(seen == 0 || seen == 1);
#else
static void* fail(void* unused) {
  int seen = atomic_load(&x);
  assert(seen == 0);
#endif
  atomic_store(&y, 1);
  return unused;
}

static void* go_on(void* unused) {
  atomic_store(&x, 1);
  (void)atomic_load(&y);
  return unused;
}

int main(void) {
  pthread_t a, b;
#ifdef FIXED
  pthread_create(&a, 0, run, 0);
#else
  pthread_create(&a, 0, fail, 0);
#endif
  pthread_create(&b, 0, go_on, 0);
  pthread_exit(0);
}
