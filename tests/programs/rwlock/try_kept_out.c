// expect: bug assertion
// An attempt to read may fail where only readers have the lock, because a writer waits.
// fixed: verified 2
// options: --rwlocks=readers-first
// toy: rwlock w
// toy: thread reader { rdlock w; r = tryrdlock w; rdunlock w; rdunlock w }
// toy: thread writer { wrlock w; wrunlock w }
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;

static void* reader(void* unused) {
  pthread_rwlock_rdlock(&w);
#ifndef ONE_BY_ONE
  int error = pthread_rwlock_tryrdlock(&w);
  assert(error == 0);
  pthread_rwlock_unlock(&w);
#endif
  pthread_rwlock_unlock(&w);
  return unused;
}
static void* writer(void* unused) {
  pthread_rwlock_wrlock(&w);
  pthread_rwlock_unlock(&w);
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, reader, 0);
  pthread_create(&t[1], 0, writer, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}
