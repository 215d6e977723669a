// expect: bug deadlock
// Shutdown of a thread pool: one of the two workers is woken, the other sleeps on.
// fixed: verified 10
// toy: mutex m
// toy: cond c
// toy: var jobs = 1, stopping
// toy: thread worker[2] {
// toy:   lock m
// toy:   goes_on = 1
// toy:   while goes_on {
// toy:     j = jobs
// toy:     s = stopping
// toy:     while j == 0 && s == 0 { wait c, m; j = jobs; s = stopping }
// toy:     if j == 0 { goes_on = 0 } else { jobs = j - 1 }
// toy:   }
// toy:   unlock m
// toy: }
// toy: thread main { lock m; stopping = 1; broadcast c; unlock m }
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
