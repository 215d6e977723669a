// expect: bug data_race
// A read lock does not order what an earlier reader did after its own.
#include <pthread.h>

int data;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* first(void* unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  data = 1;
  return unused;
}
static void* second(void* unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  if (data > 1) unused = &data;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
