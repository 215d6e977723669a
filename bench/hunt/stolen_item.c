// depth 3: a consumer that was woken does not look again whether there is something.
#include <assert.h>

#include "noise.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int items, is_over;

static void* producer(void* unused) {
  pthread_mutex_lock(&mutex);
  items = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  noise();
  pthread_mutex_lock(&mutex);
  is_over = 1;
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void* consumer(void* unused) {
  pthread_mutex_lock(&mutex);
  if (items == 0 && !is_over) pthread_cond_wait(&condition, &mutex);
  if (!is_over) {
    assert(items == 1);
    items = 0;
  }
  pthread_mutex_unlock(&mutex);
  noise();
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {producer, consumer, consumer};
  run_all(bodies, 3, 2);
  return 0;
}
