// expect: bug signal 24
// options: --keep-going
// failed: 24
// toy: var x
// toy: thread t[4] { r = fetch_add x, 1; assert r != 3 }
// Every execution ends in a crash: exploration goes on all the same.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static volatile int* volatile nowhere = (int*)8;

static void* run(void* unused) {
  if (atomic_fetch_add(&x, 1) == 3) *nowhere = 1;
  return unused;
}

int main(void) {
  pthread_t t[4];
  for (int n = 0; n < 4; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 4; ++n) pthread_join(t[n], 0);
  return 0;
}
