// expect: verified 2
// options: --spurious-wakeups
// toy: mutex m
// toy: cond c
// toy: thread waiter { lock m; r = choose 2; q = timedwait c, m; unlock m }  # r: why the wait ends
// Nobody signals: the wait ends with a timeout or for no reason.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void* waiter(void* unused) {
  struct timespec deadline = {2000000000, 0};
  pthread_mutex_lock(&m);
  int error = pthread_cond_timedwait(&c, &m, &deadline);
  assert(error == ETIMEDOUT ? time(0) >= deadline.tv_sec : error == 0 && time(0) < deadline.tv_sec);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_join(t, 0);
  return 0;
}
