// expect: verified 4
// toy: var x, y
// toy: thread a { seen = x; y = 1 }
// toy: thread b { x = 1; r = y }
// assertion_in_thread.c, where the thread is content with either value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void* run(void* unused) {
  int seen = atomic_load(&x);
  assert(seen == 0 || seen == 1);
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
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, go_on, 0);
  pthread_exit(0);
}
