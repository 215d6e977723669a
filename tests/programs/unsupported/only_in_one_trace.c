// expect: unsupported sem_wait
// What is not supported is met in one of two traces only: the verdict is incomplete all the same.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t semaphore;
static atomic_int x;

static void* run(void* unused) {
  if (atomic_load(&x)) sem_wait(&semaphore);
  return unused;
}

int main(void) {
  sem_init(&semaphore, 0, 1);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&x, 1);
  pthread_join(t, 0);
  return 0;
}
