// expect: unsupported mtx_timedlock
#include <threads.h>
#include <time.h>

static mtx_t m;

static int run(void* unused) {
  (void)unused;
  struct timespec past = {1, 0};
  if (mtx_timedlock(&m, &past) == thrd_success) mtx_unlock(&m);
  return 0;
}

int main(void) {
  mtx_init(&m, mtx_timed);
  thrd_t a, b;
  thrd_create(&a, run, 0);
  thrd_create(&b, run, 0);
  thrd_join(a, 0);
  thrd_join(b, 0);
  return 0;
}
