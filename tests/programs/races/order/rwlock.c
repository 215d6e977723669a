// expect: bug data_race
// Two threads write while they hold a read lock.
// fixed: verified 2
// toy: rwlock w
// toy: thread first { wrlock w; wrunlock w }
// toy: thread second { rdlock w; rdunlock w }
// A reader and a writer.
#include <pthread.h>

int data;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* first(void* unused) {
#ifdef FIXED
  pthread_rwlock_wrlock(&lock);
#else
  pthread_rwlock_rdlock(&lock);
#endif
  data++;
  pthread_rwlock_unlock(&lock);
  return unused;
}
static void* second(void* unused) {
  pthread_rwlock_rdlock(&lock);
#ifdef FIXED
  if (data > 1) unused = &data;
#else
  data++;
#endif
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
