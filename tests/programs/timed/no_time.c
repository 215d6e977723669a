// expect: bug assertion
// message: error == 0
// fixed: verified 3
// count: the attempt comes before the other thread's section, in the middle of it (EINVAL), or after it: 3 traces.
// A deadline that is no time is an error only where the thread would have to wait: EINVAL then.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t own = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void* hold(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void* lock(void* unused) {
  const struct timespec none = {0, -1};
  const int error = pthread_mutex_timedlock(&mutex, &none);
#ifdef FIXED
  assert(error == 0 || error == EINVAL);
#else
  assert(error == 0);
#endif
  if (error == 0) pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  const struct timespec none = {0, 2000000000};
  mtx_t c11;
  pthread_t t[2];
  assert(pthread_mutex_clocklock(&own, CLOCK_MONOTONIC, &none) == 0);
  assert(pthread_mutex_timedlock(&own, &none) == 0);
  mtx_init(&c11, mtx_timed);
  assert(mtx_timedlock(&c11, &none) == thrd_success);
  assert(mtx_timedlock(&c11, &none) == thrd_error);
  pthread_create(&t[0], 0, hold, 0);
  pthread_create(&t[1], 0, lock, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}
