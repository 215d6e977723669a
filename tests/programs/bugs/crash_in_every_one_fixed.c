// expect: verified 24
// toy: var x
// toy: thread t[4] { r = fetch_add x, 1 }
// crash_in_every_one.c without the crash.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* run(void* unused) {
  atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t t[4];
  for (int n = 0; n < 4; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 4; ++n) pthread_join(t[n], 0);
  return 0;
}
