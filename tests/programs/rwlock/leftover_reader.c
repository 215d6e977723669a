// expect: bug deadlock
// A detached thread ends without giving its read lock back. A writer that nobody waits for then waits for ever, which
// is no bug by itself; but readers may have to wait for the writer.
// fixed: verified 14
// toy: rwlock w
// toy: thread reader[2] { rdlock w; rdunlock w }
// toy: thread writer { wrlock w; wrunlock w }
#include <pthread.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;

static void* forgetful(void* unused) {
  pthread_rwlock_rdlock(&w);
#ifdef FIXED
  pthread_rwlock_unlock(&w);
#endif
  return unused;
}
static void* writer(void* unused) {
  pthread_rwlock_wrlock(&w);
  pthread_rwlock_unlock(&w);
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, forgetful, 0);
  pthread_detach(t[0]);
  pthread_create(&t[1], 0, writer, 0);
  pthread_detach(t[1]);
  pthread_rwlock_rdlock(&w);
  pthread_rwlock_unlock(&w);
  return 0;
}
