// expect: bug deadlock 1
// toy: rwlock w
// toy: thread run { wrlock w; r = trywrlock w; r = tryrdlock w; wrunlock w; rdlock w; wrlock w }
// A reader that wants to become the writer waits for itself; the writer that locks again is told (EDEADLK).
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;

static void* run(void* unused) {
  pthread_rwlock_wrlock(&w);
  assert(pthread_rwlock_wrlock(&w) == EDEADLK && pthread_rwlock_rdlock(&w) == EDEADLK);
  pthread_rwlock_unlock(&w);
  pthread_rwlock_rdlock(&w);
  pthread_rwlock_wrlock(&w);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
