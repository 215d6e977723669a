// expect: bug assertion
// options: --spurious-wakeups
// A wait without a loop.
// fixed: verified 6
// options: --spurious-wakeups=2
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread waiter {
// toy:   lock m
// toy:   r = ready
// toy:   n = 0
// toy:   while !r {
// toy:     if n < 2 { q = timedwait c, m; if !q { n = n + 1 } } else { wait c, m }
// toy:     r = ready
// toy:   }
// toy:   unlock m
// toy: }
// toy: thread main { lock m; ready = 1; signal c; unlock m }
// With a loop. The same as with timeouts: see loop.c.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void* waiter(void* unused) {
  pthread_mutex_lock(&m);
#ifdef FIXED
  while (!ready) pthread_cond_wait(&c, &m);
#else
  if (!ready) pthread_cond_wait(&c, &m);
#endif
  assert(ready);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
