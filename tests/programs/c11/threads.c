// expect: verified 6
// toy: var x
// toy: thread t[3] { r = fetch_add x, 1 }
// C11 threads: results, thrd_exit, thrd_current, thrd_equal, thrd_detach.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int x;

static int returns(void* argument) {
  *(thrd_t*)argument = thrd_current();
  atomic_fetch_add(&x, 1);
  return 42;
}

static int leaves(void* argument) {
  *(thrd_t*)argument = thrd_current();
  atomic_fetch_add(&x, 1);
  thrd_exit(-7);
}

static int detached(void* unused) {
  (void)unused;
  atomic_fetch_add(&x, 1);
  return 0;
}

int main(void) {
  thrd_t a, b, c, self_a, self_b;
  int result;
  assert(thrd_create(&a, returns, &self_a) == thrd_success);
  assert(thrd_create(&b, leaves, &self_b) == thrd_success);
  assert(thrd_create(&c, detached, 0) == thrd_success);
  assert(thrd_detach(c) == thrd_success);
  assert(thrd_join(a, &result) == thrd_success && result == 42);
  assert(thrd_join(b, &result) == thrd_success && result == -7);
  assert(thrd_equal(a, self_a) && thrd_equal(b, self_b) && !thrd_equal(a, b));
  thrd_exit(0);
}
