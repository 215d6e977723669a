// expect: bug deadlock
// Missed notification: the flag is set and signalled without the mutex, just when the waiter has looked but not slept.
// fixed: verified 2
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread setter { lock m; ready = 1; unlock m; signal c }
// toy: thread main { lock m; r = ready; while r == 0 { wait c, m; r = ready }; unlock m }
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void* setter(void* unused) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
#else
  ready = 1;
#endif
  pthread_cond_signal(&changed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, setter, 0);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
