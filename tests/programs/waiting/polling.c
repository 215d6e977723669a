// expect: bug assertion
// A thread looks at a flag under a mutex. This one counts its rounds, and gives up.
// fixed: verified 2
// count: The thread looks before main has done it, or after. In the first case it waits: it finds everything as it
// was. 2 traces.
// The same without the counter: it only waits.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static int is_stopped(void) {
  pthread_mutex_lock(&m);
  int result = stop;
  pthread_mutex_unlock(&m);
  return result;
}

static void* worker(void* unused) {
#ifndef FIXED
  int rounds = 0;
  while (!is_stopped()) assert(++rounds < 50);
#else
  while (!is_stopped()) {
  }
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
