// expect: verified 6
// toy: mutex m
// toy: thread t[3] { lock m; unlock m }
// A plain C11 mutex: three critical sections, 3! orders.
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int count;

static int add(void* unused) {
  (void)unused;
  assert(mtx_lock(&m) == thrd_success);
  ++count;
  assert(mtx_unlock(&m) == thrd_success);
  return 0;
}

int main(void) {
  assert(mtx_init(&m, mtx_plain) == thrd_success);
  thrd_t t[3];
  for (int n = 0; n < 3; ++n) thrd_create(&t[n], add, 0);
  for (int n = 0; n < 3; ++n) thrd_join(t[n], 0);
  assert(count == 3);
  mtx_destroy(&m);
  return 0;
}
