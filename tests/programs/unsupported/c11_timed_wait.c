// expect: unsupported cnd_timedwait
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t c;

static int run(void* unused) {
  (void)unused;
  struct timespec past = {1, 0};
  mtx_lock(&m);
  cnd_timedwait(&c, &m, &past);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_t t;
  thrd_create(&t, run, 0);
  thrd_join(t, 0);
  return 0;
}
