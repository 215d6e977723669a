// expect: verified 4
// toy: mutex m
// toy: cond c
// toy: var woken
// toy: thread t { lock m; r = woken; if r == 0 { r = timedwait c, m }; unlock m }
// toy: thread main { lock m; woken = 1; signal c; unlock m; join t }
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int woken;

static void* run(void* unused) {
  struct timespec deadline = {1, 0};
  pthread_mutex_lock(&m);
  int error = woken ? 0 : pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &deadline);
  assert(error == 0 ? woken : error == ETIMEDOUT);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&m);
  woken = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
