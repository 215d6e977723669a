// depth 1: the signal comes before anybody waits for it.
#include "noise.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void* waiter(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  noise();
  return unused;
}
static void* signaller(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  noise();
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {waiter, signaller};
  run_all(bodies, 2, 3);
  return 0;
}
