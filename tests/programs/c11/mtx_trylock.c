// expect: verified 3
// toy: mutex m
// toy: thread holder { lock m; unlock m }
// toy: thread visitor { r = trylock m; if r { unlock m } }
// mtx_trylock before, during and after the other thread's critical section.
#include <assert.h>
#include <threads.h>

static mtx_t m;

static int holder(void* unused) {
  (void)unused;
  mtx_lock(&m);
  mtx_unlock(&m);
  return 0;
}

static int visitor(void* unused) {
  (void)unused;
  int result = mtx_trylock(&m);
  if (result == thrd_success) mtx_unlock(&m);
  assert(result == thrd_success || result == thrd_busy);
  return 0;
}

int main(void) {
  mtx_init(&m, mtx_plain);
  thrd_t a, b;
  thrd_create(&a, holder, 0);
  thrd_create(&b, visitor, 0);
  thrd_join(a, 0);
  thrd_join(b, 0);
  return 0;
}
