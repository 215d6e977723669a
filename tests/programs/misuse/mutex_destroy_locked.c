// expect: bug misuse
// message: destroy of a mutex that is locked
// The thread ends with the mutex locked.
// fixed: verified 1
// count: One thread makes steps at a time, for main waits for the end of the other: 1 trace.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* unused) {
  pthread_mutex_lock(&m);
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  pthread_mutex_destroy(&m);
  return 0;
}
