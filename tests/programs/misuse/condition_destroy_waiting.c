// expect: bug misuse
// options: --races=ignore
// message: destroy of a condition variable on which threads wait
// main sees that the thread waits, and nevertheless destroys what it waits on.
// fixed: verified 2
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread run { lock m; r = ready; while r == 0 { wait c, m; r = ready }; unlock m }
// toy: thread main { lock m; ready = 1; signal c; unlock m; join run }
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits, ready;

static void* run(void* unused) {
  pthread_mutex_lock(&m);
  waits = 1;
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&m);
#ifndef FIXED
  if (waits) pthread_cond_destroy(&c);
#endif
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
#ifdef FIXED
  pthread_cond_destroy(&c);
#endif
  return 0;
}
