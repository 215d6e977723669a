// expect: verified 2
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread t { lock m; ready = 1; signal c; unlock m }  # the end of the thread gives the mutex back
// toy: thread main { lock m; r = ready; while r == 0 { wait c, m; r = ready }; unlock m }
// A waiter gets the mutex back from a thread that ended with it, and is told so.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void* run(void* unused) {
  int error = pthread_mutex_lock(&m);
  if (error == EOWNERDEAD) pthread_mutex_consistent(&m);
  ready = 1;
  pthread_cond_signal(&c);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &attributes);
  pthread_create(&t, 0, run, 0);
  int error = pthread_mutex_lock(&m);
  assert(error == (ready ? EOWNERDEAD : 0));
  if (error == EOWNERDEAD) pthread_mutex_consistent(&m);
  while (!ready) {
    error = pthread_cond_wait(&c, &m);
    assert(error == EOWNERDEAD);
    pthread_mutex_consistent(&m);
  }
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
