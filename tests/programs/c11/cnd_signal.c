// expect: verified 2
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread waiter { lock m; r = ready; while !r { wait c, m; r = ready }; unlock m }
// toy: thread main { lock m; ready = 1; signal c; unlock m }
// cnd_signal to one waiter that waits only if it has to.
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int waiter(void* unused) {
  (void)unused;
  mtx_lock(&m);
  while (!ready) cnd_wait(&c, &m);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_t t;
  thrd_create(&t, waiter, 0);
  mtx_lock(&m);
  ready = 1;
  assert(cnd_signal(&c) == thrd_success);
  mtx_unlock(&m);
  thrd_join(t, 0);
  return 0;
}
