// expect: bug misuse
// message: destroy of a read-write lock that is locked
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
  pthread_rwlock_destroy(&w);
  pthread_join(t, 0);
  return 0;
}
