// expect: bug signal
// options: --symbolic
// An average over a window, whose size another thread may set to what the user asked for.
// fixed: verified 4
// count: The input is positive or not, and two critical sections have 2 orders: 4.
#include <mazurka.h>
#include <pthread.h>

static int wanted, window = 1, average;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* configure(void* unused) {
  pthread_mutex_lock(&mutex);
#ifdef FIXED
  if (wanted > 0)
#else
  if (wanted >= 0)
#endif
    window = wanted;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* compute(void* unused) {
  pthread_mutex_lock(&mutex);
  average = 1000 / window;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  mazurka_symbolic(&wanted, sizeof wanted, "wanted");
  pthread_t threads[2];
  pthread_create(&threads[0], 0, configure, 0);
  pthread_create(&threads[1], 0, compute, 0);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
}
