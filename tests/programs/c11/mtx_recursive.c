// expect: verified 2
// toy: # Locking it again is a step of who has it: nobody can do anything with it then.
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// A recursive C11 mutex.
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int count;

static int add(void* unused) {
  (void)unused;
  assert(mtx_lock(&m) == thrd_success);
  assert(mtx_lock(&m) == thrd_success);
  ++count;
  assert(mtx_unlock(&m) == thrd_success);
  ++count;
  assert(mtx_unlock(&m) == thrd_success);
  return 0;
}

int main(void) {
  assert(mtx_init(&m, mtx_plain | mtx_recursive) == thrd_success);
  thrd_t t[2];
  for (int n = 0; n < 2; ++n) thrd_create(&t[n], add, 0);
  for (int n = 0; n < 2; ++n) thrd_join(t[n], 0);
  assert(count == 4);
  mtx_destroy(&m);
  return 0;
}
