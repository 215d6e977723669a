// depth 2: six threads with five critical sections each. The first assumes that nobody comes in between its first two.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int owner, total;

static void* worker(void* argument) {
  long self = (long)argument;
  for (int k = 0; k < 5; k++) {
    pthread_mutex_lock(&mutex);
    if (self == 0 && k == 1) assert(owner == 0);
    if (k == 0) owner = (int)self;
    total++;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t threads[6];
  for (long k = 0; k < 6; k++) pthread_create(&threads[k], 0, worker, (void*)k);
  for (int k = 0; k < 6; k++) pthread_join(threads[k], 0);
  return 0;
}
