// expect: bug assertion
// A thread waits for a condition variable with a timeout, until it is stopped. This one gives up.
// fixed: verified 5
// count: main sets the flag before the first wait; before the thread has left it; or after the first, the second
// (when years have passed) or the third round, when all is as it was and it waits. 5 traces.
// The same without the counter: it only waits.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int stop;

static void wait_a_little(void) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 1;
  pthread_cond_timedwait(&c, &m, &until);
}

static void* worker(void* unused) {
#ifndef FIXED
  int rounds = 0;
  pthread_mutex_lock(&m);
  while (!stop) {
    wait_a_little();
    assert(++rounds < 50);
  }
  pthread_mutex_unlock(&m);
#else
  pthread_mutex_lock(&m);
  while (!stop) wait_a_little();
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  stop = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
