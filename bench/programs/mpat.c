// mpat(K): K writers with a mutex each, K readers that take it inside of one common mutex. 2^K*K! traces: 3 -> 48, 4 -> 384, 5 -> 3840, 6 -> 46080, 7 -> 645120.
#include <pthread.h>
#include <stdint.h>

#ifndef K
#define K 5
#endif

static pthread_mutex_t a[K], mi = PTHREAD_MUTEX_INITIALIZER;

static void* writer(void* argument) {
  intptr_t i = (intptr_t)argument;
  pthread_mutex_lock(&a[i]);
  pthread_mutex_unlock(&a[i]);
  return 0;
}

static void* reader(void* argument) {
  intptr_t i = (intptr_t)argument;
  pthread_mutex_lock(&mi);
  pthread_mutex_lock(&a[i]);
  pthread_mutex_unlock(&a[i]);
  pthread_mutex_unlock(&mi);
  return 0;
}

int main(void) {
  for (int i = 0; i < K; ++i) pthread_mutex_init(&a[i], 0);
  pthread_t threads[2 * K];
  for (intptr_t i = 0; i < K; ++i) {
    pthread_create(&threads[2 * i], 0, writer, (void*)i);
    pthread_create(&threads[2 * i + 1], 0, reader, (void*)i);
  }
  for (int i = 0; i < 2 * K; ++i) pthread_join(threads[i], 0);
  return 0;
}
