// expect: bug data_race
// location: mutex_freed_in_use.c:32
// A mutex is freed by somebody who has seen that the work is done, but not waited for the mutex to be unlocked.
// fixed: verified 1
// count: Only the thread has steps while both run, for main does nothing but wait for its end: 1 trace.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Job {
  pthread_mutex_t mutex;
  atomic_int done;
};

static void* work(void* argument) {
  struct Job* job = argument;
  pthread_mutex_lock(&job->mutex);
  job->done = 1;
  pthread_mutex_unlock(&job->mutex);
  return 0;
}

int main(void) {
  struct Job* job = calloc(1, sizeof *job);
  pthread_mutex_init(&job->mutex, 0);
  pthread_t thread;
  pthread_create(&thread, 0, work, job);
#ifdef FIXED
  pthread_join(thread, 0);
  free(job);
#else
  if (job->done) free(job);
  pthread_join(thread, 0);
#endif
  return 0;
}
