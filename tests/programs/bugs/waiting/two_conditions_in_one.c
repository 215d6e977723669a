// expect: bug deadlock
// One condition variable for "not empty" and "not full": a signal that is meant for the producer wakes a consumer.
// fixed: verified 32
// toy: mutex m
// toy: cond not_empty, not_full
// toy: var is_full
// toy: thread consumer[2] { lock m; f = is_full; while f == 0 { wait not_empty, m; f = is_full }; is_full = 0; signal not_full; unlock m }
// toy: thread main { repeat 2 { lock m; f = is_full; while f { wait not_full, m; f = is_full }; is_full = 1; signal not_empty; unlock m } }
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
#ifdef FIXED
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
#else
#define not_full not_empty
#endif
static int is_full;

static void* consumer(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!is_full) pthread_cond_wait(&not_empty, &mutex);
  is_full = 0;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int n = 0; n < 2; n++) pthread_create(&threads[n], 0, consumer, 0);
  for (int n = 0; n < 2; n++) {
    pthread_mutex_lock(&mutex);
    while (is_full) pthread_cond_wait(&not_full, &mutex);
    is_full = 1;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
  }
  for (int n = 0; n < 2; n++) pthread_join(threads[n], 0);
  return 0;
}
