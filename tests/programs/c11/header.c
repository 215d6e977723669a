// expect: verified 9
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread t { lock m; ready = 1; broadcast c; unlock m }
// toy: thread main {
// toy:   lock m
// toy:   r = ready
// toy:   if r == 0 { r = timedwait c, m }
// toy:   unlock m
// toy:   repeat 2 { r = trylock m; if r { unlock m } }
// toy: }
// Everything in <threads.h>.
#include <assert.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>
mtx_t m;
cnd_t c;
once_flag once = ONCE_FLAG_INIT;
tss_t key;
int ready;
void init(void) {
  mtx_init(&m, mtx_timed | mtx_recursive);
  cnd_init(&c);
  tss_create(&key, free);
}
int run(void* p) {
  call_once(&once, init);
  tss_set(key, malloc(1));
  mtx_lock(&m);
  ready = 1;
  cnd_broadcast(&c);
  mtx_unlock(&m);
  assert(thrd_equal(thrd_current(), thrd_current()));
  thrd_yield();
  struct timespec t = {0, 1};
  thrd_sleep(&t, 0);
  thrd_exit(7);
}
int main(void) {
  thrd_t t;
  int r;
  call_once(&once, init);
  assert(thrd_create(&t, run, 0) == thrd_success);
  struct timespec d;
  timespec_get(&d, TIME_UTC);
  mtx_lock(&m);
  while (!ready)
    if (cnd_timedwait(&c, &m, &d) == thrd_timedout) break;
  mtx_unlock(&m);
  if (mtx_timedlock(&m, &d) == thrd_success) mtx_unlock(&m);
  if (mtx_trylock(&m) == thrd_success) mtx_unlock(&m);
  assert(thrd_join(t, &r) == thrd_success && r == 7);
  mtx_destroy(&m);
  cnd_destroy(&c);
  tss_delete(key);
  return 0;
}
