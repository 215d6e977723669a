// expect: bug use_after_free
// options: --races=explore
// Nothing orders the use of a mutex and the end of the memory that it is in: a race, or the mutex is gone when it is used.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *mutex;

static void *use(void *argument) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  return argument;
}

int main(void) {
  pthread_t user;
  mutex = malloc(sizeof *mutex);
  pthread_mutex_init(mutex, 0);
  pthread_create(&user, 0, use, 0);
  free(mutex);
  pthread_join(user, 0);
  return 0;
}
