// expect: verified 2
// options: --no-timeouts
// toy: mutex m
// toy: thread run[2] { lock m; unlock m }
// lock.c, but no wait times out.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* unused) {
  struct timespec deadline, now;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 5;
  int error = pthread_mutex_timedlock(&m, &deadline);
  clock_gettime(CLOCK_REALTIME, &now);
  if (error == 0) {
    assert(now.tv_sec < deadline.tv_sec);
    pthread_mutex_unlock(&m);
  } else {
    assert(error == ETIMEDOUT);
    assert(now.tv_sec > deadline.tv_sec || (now.tv_sec == deadline.tv_sec && now.tv_nsec >= deadline.tv_nsec));
  }
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  return 0;
}
