// expect: bug assertion
// options: --spurious-wakeups=1
// message: ready
// location: spurious_wakeup.c:45
// A wait in an if instead of a loop: condition variables may wake for no reason.
// fixed: verified 4
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread setter { lock m; ready = 1; signal c; unlock m }
// toy: thread main {
// toy:   lock m
// toy:   r = ready
// toy:   n = 0
// toy:   while !r {
// toy:     if n < 1 { q = timedwait c, m; if !q { n = n + 1 } } else { wait c, m }
// toy:     r = ready
// toy:   }
// toy:   unlock m
// toy: }
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void* setter(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, setter, 0);
  pthread_mutex_lock(&mutex);
#ifdef FIXED
  while (!ready) pthread_cond_wait(&changed, &mutex);
#else
  if (!ready) pthread_cond_wait(&changed, &mutex);
#endif
  assert(ready);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
