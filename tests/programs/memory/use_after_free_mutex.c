// expect: bug use_after_free
// A mutex is used after the block that holds it was freed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t* mutex;
static atomic_int freed;

static void* first(void* unused) {
  if (atomic_load(&freed)) pthread_mutex_lock(mutex);
  return unused;
}
static void* second(void* unused) {
  free(mutex);
  atomic_store(&freed, 1);
  return unused;
}

int main(void) {
  mutex = malloc(sizeof *mutex);
  pthread_mutex_init(mutex, 0);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
