// expect: bug deadlock
// A thread ends without unlocking.
// fixed: verified 3
// toy: mutex m
// toy: var hurry
// toy: thread run { lock m; r = hurry; unlock m }
// toy: thread main { hurry = 1; lock m; unlock m }
// A thread that ends early unlocks first.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int hurry;

static void* run(void* unused) {
  pthread_mutex_lock(&m);
#ifdef FIXED
  if (atomic_load(&hurry)) {
    pthread_mutex_unlock(&m);
    return unused;
  }
#else
  if (atomic_load(&hurry)) return unused;
#endif
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&hurry, 1);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
