// expect: bug assertion
// message: result == 42
// location: timeout_taken_for_success.c:38
// A timed wait whose end is taken for the event, whatever it was.
// fixed: verified 4
// toy: mutex m
// toy: cond c
// toy: var result
// toy: thread compute { lock m; result = 42; signal c; unlock m }
// toy: thread main { lock m; r = result; if r == 0 { r = timedwait c, m; r = result }; unlock m }
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int result;

static void* compute(void* unused) {
  pthread_mutex_lock(&mutex);
  result = 42;
  pthread_cond_signal(&done);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, compute, 0);
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec++;
  pthread_mutex_lock(&mutex);
  if (result == 0) pthread_cond_timedwait(&done, &mutex, &deadline);
#ifdef FIXED
  if (result != 0)
#endif
    assert(result == 42);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
