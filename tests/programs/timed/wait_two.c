// expect: verified 112
// toy: mutex m
// toy: cond c
// toy: thread w[2] { lock m; r = timedwait c, m; unlock m }
// toy: thread s { lock m; signal c; unlock m }
#include <assert.h>
#include <errno.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t c;

static int waiter(void* unused) {
  struct timespec deadline = {0, 0};
  timespec_get(&deadline, TIME_UTC);
  (void)unused;
  deadline.tv_sec++;
  mtx_lock(&m);
  int result = cnd_timedwait(&c, &m, &deadline);
  assert(result == thrd_success || result == thrd_timedout);
  mtx_unlock(&m);
  return 0;
}

static int signaller(void* unused) {
  (void)unused;
  mtx_lock(&m);
  cnd_signal(&c);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t[3];
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&t[0], waiter, 0);
  thrd_create(&t[1], waiter, 0);
  thrd_create(&t[2], signaller, 0);
  for (int n = 0; n < 3; ++n) thrd_join(t[n], 0);
  return 0;
}
