// expect: bug misuse
// message: use of a semaphore that was not initialised
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void* run(void* unused) {
  sem_post(&s);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
