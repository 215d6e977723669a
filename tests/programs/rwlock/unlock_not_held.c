// expect: bug misuse
// message: unlock of a read-write lock that the thread does not hold
// The thread unlocks what main has locked for reading.
// fixed: verified 1
// toy: rwlock w
// toy: thread other { r = trywrlock w; assert r == 0; rdlock w; rdlock w; rdunlock w; rdunlock w }
// toy: thread main {
// toy:   rdlock w; spawn other; join other; rdunlock w
// toy:   wrlock w; r = trywrlock w; r = tryrdlock w; r = tryrdlock w; wrunlock w
// toy: }
// The lock that main took before it created the thread is still held in every execution; a thread may lock for reading
// twice.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;

static void* other(void* unused) {
#ifdef FIXED
  assert(pthread_rwlock_trywrlock(&w) == EBUSY);
  assert(pthread_rwlock_rdlock(&w) == 0);
  assert(pthread_rwlock_rdlock(&w) == 0);
  pthread_rwlock_unlock(&w);
#endif
  pthread_rwlock_unlock(&w);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_rdlock(&w);
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
#ifdef FIXED
  pthread_rwlock_unlock(&w);
  assert(pthread_rwlock_wrlock(&w) == 0);
  assert(pthread_rwlock_wrlock(&w) == EDEADLK);
  assert(pthread_rwlock_rdlock(&w) == EDEADLK);
  assert(pthread_rwlock_tryrdlock(&w) == EBUSY);
  pthread_rwlock_unlock(&w);
#endif
  return 0;
}
