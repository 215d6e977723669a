// expect: bug deadlock
// main joins a thread while it holds the mutex that this thread wants.
// fixed: verified 2
// toy: mutex m
// toy: thread t { lock m; unlock m }
// toy: thread main { lock m; unlock m; join t }
// deadlock_join.c, joined after the unlock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&m);
#ifdef FIXED
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
#else
  pthread_join(t, 0);
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
