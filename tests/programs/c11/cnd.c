// expect: verified 96
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread waiter[3] { lock m; r = ready; while !r { wait c, m; r = ready }; unlock m }
// toy: thread main { lock m; ready = 1; broadcast c; unlock m }
// C11 condition variables: cnd_broadcast wakes three waiters, as in cond/broadcast.c.
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready, gone;

static int waiter(void* unused) {
  (void)unused;
  mtx_lock(&m);
  while (!ready) assert(cnd_wait(&c, &m) == thrd_success);
  ++gone;
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_t t[3];
  for (int n = 0; n < 3; ++n) thrd_create(&t[n], waiter, 0);
  mtx_lock(&m);
  ready = 1;
  assert(cnd_broadcast(&c) == thrd_success);
  mtx_unlock(&m);
  for (int n = 0; n < 3; ++n) thrd_join(t[n], 0);
  assert(gone == 3);
  cnd_destroy(&c);
  mtx_destroy(&m);
  return 0;
}
