// expect: bug assertion
// message: result == 0
// Who tries to lock the mutex sees that it is held: a critical section of it is not one event then.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
long p;

void *holder(void *unused) {
  pthread_mutex_lock(&m);
  p = 1;
  pthread_mutex_unlock(&m);
  return unused;
}

void *observer(void *unused) {
  int result = pthread_mutex_trylock(&m);
  assert(result == 0);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, holder, 0);
  pthread_create(&two, 0, observer, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
