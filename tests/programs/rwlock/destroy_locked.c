// expect: bug misuse
// message: destroy of a read-write lock that is locked
// fixed: verified 1
// toy: rwlock w
// toy: thread t { rdlock w; rdunlock w }
// toy: thread main { join t; wrlock w; wrunlock w }
// With the join first; the lock can be made anew.
#include <pthread.h>

static pthread_rwlock_t w;

static void* reader(void* unused) {
  pthread_rwlock_rdlock(&w);
  pthread_rwlock_unlock(&w);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_init(&w, 0);
  pthread_create(&t, 0, reader, 0);
#ifdef FIXED
  pthread_join(t, 0);
  pthread_rwlock_destroy(&w);
  pthread_rwlock_init(&w, 0);
  pthread_rwlock_wrlock(&w);
  pthread_rwlock_unlock(&w);
  pthread_rwlock_destroy(&w);
#else
  pthread_rwlock_destroy(&w);
  pthread_join(t, 0);
#endif
  return 0;
}
