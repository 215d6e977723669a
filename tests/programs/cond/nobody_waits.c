// expect: verified 1
// toy: cond c
// toy: thread caller[3] { signal c; broadcast c }
// Signals and broadcasts that nobody waits for do nothing, and commute.
#include <assert.h>
#include <pthread.h>

static pthread_cond_t c;

static void* caller(void* unused) {
  assert(pthread_cond_signal(&c) == 0);
  assert(pthread_cond_broadcast(&c) == 0);
  return unused;
}

int main(void) {
  assert(pthread_cond_init(&c, 0) == 0);
  pthread_t t[3];
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, caller, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  assert(pthread_cond_destroy(&c) == 0);
  return 0;
}
