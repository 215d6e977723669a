// expect: verified 2
// toy: mutex m
// toy: thread run[2] { lock m; unlock m }  # the second lock is no step: a thread knows what it holds itself
// An errorcheck mutex tells its holder EDEADLK instead of waiting for ever.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void* run(void* unused) {
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_lock(&m) == EDEADLK);
  assert(pthread_mutex_unlock(&m) == 0);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  return 0;
}
