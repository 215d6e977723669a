// poke(N,K): N workers set a flag each; in K rounds a poker clears the one that a concurrent thread points at. Traces: (7,3) -> 2440, (8,3) -> 3700, (12,3) -> 12940.
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 7
#endif
#ifndef K
#define K 3
#endif

static pthread_mutex_t lock_a[N], mi = PTHREAD_MUTEX_INITIALIZER;
static int a[N], i, d;

static void* worker(void* argument) {
  intptr_t id = (intptr_t)argument;
  pthread_mutex_lock(&lock_a[id]);
  a[id] = 1;
  pthread_mutex_unlock(&lock_a[id]);
  return 0;
}

static void* choice(void* unused) {
  for (int x = 1; x < N; ++x) {
    pthread_mutex_lock(&mi);
    i = x;
    pthread_mutex_unlock(&mi);
  }
  return unused;
}

static void* poker(void* unused) {
  pthread_mutex_lock(&mi);
  int idx = i;
  pthread_mutex_unlock(&mi);
  pthread_mutex_lock(&lock_a[idx]);
  if (a[idx] == 1) {
    ++d;
    a[idx] = 0;
  }
  pthread_mutex_unlock(&lock_a[idx]);
  return unused;
}

int main(void) {
  for (int n = 0; n < N; ++n) pthread_mutex_init(&lock_a[n], 0);
  pthread_t workers[N];
  for (intptr_t n = 0; n < N; ++n) pthread_create(&workers[n], 0, worker, (void*)n);
  for (int round = 0; round < K; ++round) {
    pthread_t chooser, pokes;
    pthread_create(&chooser, 0, choice, 0);
    pthread_create(&pokes, 0, poker, 0);
    pthread_join(chooser, 0);
    pthread_join(pokes, 0);
  }
  for (int n = 0; n < N; ++n) pthread_join(workers[n], 0);
  int sum = d;
  for (int n = 0; n < N; ++n) sum += a[n];
  assert(sum == N);
  return 0;
}
