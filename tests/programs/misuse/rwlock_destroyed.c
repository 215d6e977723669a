// expect: bug misuse
// message: use of a read-write lock that was destroyed
// Destroyed before the thread is created and not after its end.
// fixed: verified 1
// count: One thread makes steps at a time, for main waits for the end of the other: 1 trace.
#include <pthread.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;

static void* run(void* unused) {
  pthread_rwlock_rdlock(&w);
  pthread_rwlock_unlock(&w);
  return unused;
}

int main(void) {
  pthread_t t;
#ifndef FIXED
  pthread_rwlock_destroy(&w);
#endif
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
#ifdef FIXED
  pthread_rwlock_destroy(&w);
#endif
  return 0;
}
