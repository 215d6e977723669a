// expect: bug assertion
// options: --symbolic
// Two threads add to each other's number n times; n is an input. The largest sum grows as Fibonacci's numbers do.
// fixed: verified 31
// count: n critical sections in each of two threads have 2n over n orders: 1 + 2 + 6 + 20 = 29 for n up to 3. The assumption fails
//   in 2 more ways: 31.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static int rounds, i = 1, j = 1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* first(void* unused) {
  for (int k = 0; k < rounds; k++) {
    pthread_mutex_lock(&mutex);
    i += j;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void* second(void* unused) {
  for (int k = 0; k < rounds; k++) {
    pthread_mutex_lock(&mutex);
    j += i;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  mazurka_symbolic(&rounds, sizeof rounds, "rounds");
  mazurka_assume(rounds >= 0 && rounds <= 3);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
#ifdef FIXED
  assert(i <= 21 && j <= 21);
#else
  assert(i < 21 && j < 21);
#endif
}
