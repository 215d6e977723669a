// expect: bug misuse
// message: another thread holds
// location: unlock_by_another.c:19
// A mutex handed over: it is locked by one thread and unlocked by another. A semaphore can be used like that.
// fixed: verified 1
// toy: sem s
// toy: thread finish { release s }
// toy: thread main { acquire s }
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;

static void* finish(void* unused) {
#ifdef FIXED
  sem_post(&semaphore);
#else
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  sem_init(&semaphore, 0, 1);
  pthread_mutex_lock(&mutex);
  sem_wait(&semaphore);
  pthread_t thread;
  pthread_create(&thread, 0, finish, 0);
  sem_wait(&semaphore);
  pthread_join(thread, 0);
  return 0;
}
