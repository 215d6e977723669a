// expect: bug misuse
// A mutex is unlocked that nobody holds, if the flag was seen in time to skip the lock.
// fixed: verified 2
// toy: mutex m
// toy: var ready
// toy: thread worker { r = ready; if !r { lock m; unlock m } }
// toy: thread main { ready = 1; join worker }
// unlock_not_held.c, where what was not locked is not unlocked.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;

static void* worker(void* unused) {
#ifdef FIXED
  if (!atomic_load(&ready)) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
#else
  if (!atomic_load(&ready)) pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&ready, 1);
  pthread_join(t, 0);
  return 0;
}
