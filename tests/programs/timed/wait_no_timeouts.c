// expect: bug deadlock
// options: --no-timeouts
// wait.c: without timeouts, a signal that came too early is lost.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int signalled;

static void* waiter(void* unused) {
  struct timespec deadline = {0, 0};
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec++;
  pthread_mutex_lock(&m);
  int error = pthread_cond_timedwait(&c, &m, &deadline);
  assert(error == 0 || error == ETIMEDOUT);
  if (error == 0) assert(signalled);
  pthread_mutex_unlock(&m);
  return unused;
}

static void* signaller(void* unused) {
  pthread_mutex_lock(&m);
  signalled = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, waiter, 0);
  pthread_create(&t[1], 0, signaller, 0);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  return 0;
}
