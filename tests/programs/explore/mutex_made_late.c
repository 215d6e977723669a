// expect: bug data_race
// options: --races=explore
// A mutex is no plain memory: making it while another thread locks it is a bug.
#include <pthread.h>

static pthread_mutex_t mutex;

static void *make(void *argument) {
  pthread_mutex_init(&mutex, 0);
  return argument;
}

int main(void) {
  pthread_t maker;
  pthread_create(&maker, 0, make, 0);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(maker, 0);
  return 0;
}
