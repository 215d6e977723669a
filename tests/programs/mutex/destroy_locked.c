// expect: bug misuse
// main destroys a mutex without waiting for the thread that may hold it.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int entered;

static void* worker(void* unused) {
  pthread_mutex_lock(&m);
  atomic_store(&entered, 1);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (atomic_load(&entered)) pthread_mutex_destroy(&m);
  pthread_join(t, 0);
  return 0;
}
