// expect: verified 2
// toy: mutex m
// toy: thread run[2] { lock m; r = trylock m; assert !r; unlock m }
// trylock of a normal mutex that the thread itself holds gives EBUSY, and changes nothing.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* unused) {
  pthread_mutex_lock(&m);
  assert(pthread_mutex_trylock(&m) == EBUSY);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  return 0;
}
