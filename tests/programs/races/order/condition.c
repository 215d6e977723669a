// expect: bug data_race
// The data are written after the mutex was released: the signal orders nothing.
// fixed: verified 2
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread first { lock m; ready = 1; unlock m; signal c }
// toy: thread second { lock m; r = ready; while r == 0 { wait c, m; r = ready }; unlock m }
// The mutex around a condition variable orders what came before.
#include <pthread.h>

static int data, ready;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void* first(void* unused) {
#ifdef FIXED
  data = 1;
#endif
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&condition);
#ifndef FIXED
  data = 1;
#endif
  return unused;
}
static void* second(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return data == 1 ? unused : &data;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
