// expect: bug deadlock
// Shutdown of a thread pool: one of the two workers is woken, the other sleeps on.
// fixed: verified
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int jobs, stopping;

static void* worker(void* unused) {
  pthread_mutex_lock(&mutex);
  for (;;) {
    while (jobs == 0 && !stopping) pthread_cond_wait(&work, &mutex);
    if (jobs == 0) break;
    jobs--;
  }
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  jobs = 1;
  for (int n = 0; n < 2; n++) pthread_create(&threads[n], 0, worker, 0);
  pthread_mutex_lock(&mutex);
  stopping = 1;
#ifdef FIXED
  pthread_cond_broadcast(&work);
#else
  pthread_cond_signal(&work);
#endif
  pthread_mutex_unlock(&mutex);
  for (int n = 0; n < 2; n++) pthread_join(threads[n], 0);
  return 0;
}
