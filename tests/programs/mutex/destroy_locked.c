// expect: bug misuse
// main destroys a mutex without waiting for the thread that may hold it.
// fixed: verified 2
// toy: mutex m
// toy: var entered
// toy: thread worker { lock m; entered = 1; unlock m }
// toy: thread main { r = entered; join worker }
// destroy_locked.c, where main waits for the thread first.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int entered;

static void* worker(void* unused) {
  pthread_mutex_lock(&m);
  atomic_store(&entered, 1);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
#ifdef FIXED
  int destroy = atomic_load(&entered);
  pthread_join(t, 0);
  if (destroy) pthread_mutex_destroy(&m);
#else
  if (atomic_load(&entered)) pthread_mutex_destroy(&m);
  pthread_join(t, 0);
#endif
  return 0;
}
