// expect: bug signal 24
// options: --keep-going
// failed: 24
// toy: var x
// toy: thread t[4] { r = fetch_add x, 1; assert r != 3 }
// Every execution ends in a crash: exploration goes on all the same.
// fixed: verified 24
// toy: var x
// toy: thread t[4] { r = fetch_add x, 1 }
// crash_in_every_one.c without the crash.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
#ifndef FIXED
static volatile int* volatile nowhere = (int*)8;
#endif

static void* run(void* unused) {
#ifdef FIXED
  atomic_fetch_add(&x, 1);
#else
  if (atomic_fetch_add(&x, 1) == 3) *nowhere = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t t[4];
  for (int n = 0; n < 4; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 4; ++n) pthread_join(t[n], 0);
  return 0;
}
