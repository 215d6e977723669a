// expect: bug data_race
// fixed: verified 1
// count: No two steps conflict but those that joins order: one trace.
// thrd_join() writes the result of the thread.
#include <threads.h>

static int result;
static volatile int seen;

static int give(void* unused) {
  (void)unused;
  return 7;
}
static int run(void* unused) {
  (void)unused;
  thrd_t child;
  thrd_create(&child, give, 0);
  thrd_join(child, &result);
  return 0;
}

int main(void) {
  thrd_t t;
  thrd_create(&t, run, 0);
#ifdef FIXED
  thrd_join(t, 0);
  seen = result;
#else
  seen = result;
  thrd_join(t, 0);
#endif
  return 0;
}
