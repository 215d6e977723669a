// expect: bug deadlock
// A condition variable without a predicate: it does not remember signals, and who comes late waits for ever.
// fixed: verified 2
// toy: mutex m
// toy: cond c
// toy: var is_done
// toy: thread worker { lock m; is_done = 1; signal c; unlock m }
// toy: thread main { lock m; r = is_done; while r == 0 { wait c, m; r = is_done }; unlock m }
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
#ifdef FIXED
static int is_done;
#endif

static void* worker(void* unused) {
  pthread_mutex_lock(&mutex);
#ifdef FIXED
  is_done = 1;
#endif
  pthread_cond_signal(&done);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&mutex);
#ifdef FIXED
  while (!is_done)
#endif
    pthread_cond_wait(&done, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
