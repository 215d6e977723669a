// depth 3: producers and consumers wait for the same condition and wake one thread only, which may be of the wrong kind.
#include "noise.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void* producer(void* unused) {
  for (int k = 0; k < 2; k++) {
    pthread_mutex_lock(&mutex);
    while (items == 1) pthread_cond_wait(&changed, &mutex);
    items++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  noise();
  return unused;
}
static void* consumer(void* unused) {
  for (int k = 0; k < 2; k++) {
    pthread_mutex_lock(&mutex);
    while (items == 0) pthread_cond_wait(&changed, &mutex);
    items--;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  noise();
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {producer, producer, consumer, consumer};
  run_all(bodies, 4, 1);
  return 0;
}
