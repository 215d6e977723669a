// expect: bug deadlock
// No handler unlocks the mutex.
// fixed: verified 5
// toy: # It looks whether it is cancelled when it begins to wait and once more, and then waits for ever.
// toy: mutex m
// toy: var cancelled
// toy: thread t {
// toy:   lock m
// toy:   r = cancelled
// toy:   if r == 0 { unlock m; r = cancelled; if r == 0 { await cancelled == 9 }; lock m }
// toy:   unlock m
// toy: }
// toy: thread main { cas cancelled, 0, 1; lock m; unlock m }
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void clean(void* mutex) {
#ifdef FIXED
  pthread_mutex_unlock(mutex);
#else
  (void)mutex;
#endif
}

static void* run(void* unused) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(clean, &m);
  for (;;) pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_cancel(t);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
