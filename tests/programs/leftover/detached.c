// expect: verified 1
// toy: mutex m
// toy: cond c
// toy: thread run { lock m; wait c, m; unlock m }
// joinable.c, but the thread is detached.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void* run(void* unused) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_detach(t);
  return 0;
}
