// expect: bug misuse
// message: unlock of a read-write lock that the thread does not hold
// The thread unlocks what main has locked for reading.
#include <pthread.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;

static void* other(void* unused) {
  pthread_rwlock_unlock(&w);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_rdlock(&w);
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  return 0;
}
