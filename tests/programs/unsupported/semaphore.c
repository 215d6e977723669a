// expect: unsupported sem_wait
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void* run(void* unused) {
  sem_wait(&semaphore);
  sem_post(&semaphore);
  return unused;
}

int main(void) {
  sem_init(&semaphore, 0, 1);
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
