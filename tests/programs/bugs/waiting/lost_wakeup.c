// expect: bug deadlock
// Lost wakeup: the waiter looks at the flag before it has the mutex. The flag is set and signalled in between, and
// nobody signals again.
// fixed: verified 2
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread waiter { lock m; r = ready; while r == 0 { wait c, m; r = ready }; unlock m }
// toy: thread main { lock m; ready = 1; signal c; unlock m }
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void* waiter(void* unused) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
#else
  while (!ready) {
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
  }
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
