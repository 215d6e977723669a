// entangled(K), Figure 1 of the Quasi-Optimal paper: main takes one of K mutexes, which one a counter thread decides. 2K traces (source-DPOR needs about 2^K).
#include <pthread.h>
#include <stdint.h>

#ifndef K
#define K 10
#endif

static pthread_mutex_t ma[K], mi = PTHREAD_MUTEX_INITIALIZER;
static int i;

static void* writer(void* argument) {
  intptr_t x = (intptr_t)argument;
  pthread_mutex_lock(&ma[x]);
  pthread_mutex_unlock(&ma[x]);
  return 0;
}

static void* counter(void* unused) {
  for (int x = 1; x < K; ++x) {
    pthread_mutex_lock(&mi);
    i = x;
    pthread_mutex_unlock(&mi);
  }
  return unused;
}

int main(void) {
  for (int x = 0; x < K; ++x) pthread_mutex_init(&ma[x], 0);
  pthread_t t;
  for (intptr_t x = 0; x < K; ++x) pthread_create(&t, 0, writer, (void*)x);
  pthread_create(&t, 0, counter, 0);
  pthread_mutex_lock(&mi);
  int idx = i;
  pthread_mutex_unlock(&mi);
  pthread_mutex_lock(&ma[idx]);
  pthread_mutex_unlock(&ma[idx]);
  pthread_exit(0);
}
