// expect: verified 2
// options: --races=explore
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// Memory of one thread, and memory under a mutex, are no steps: two orders of the lock is all there is.
#include <pthread.h>
#include <stdlib.h>

static int table[2][1000], sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  int *mine = table[(long)argument], *own = malloc(1000 * sizeof *own), total = 0;
  for (int k = 0; k < 1000; k++) own[k] = mine[k] = k;
  for (int k = 0; k < 1000; k++) total += own[k] + mine[k];
  pthread_mutex_lock(&mutex);
  sum += total;
  pthread_mutex_unlock(&mutex);
  free(own);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long t = 0; t < 2; t++) pthread_create(&threads[t], 0, work, (void *)t);
  for (long t = 0; t < 2; t++) pthread_join(threads[t], 0);
  return sum != 4 * 999 * 500;
}
