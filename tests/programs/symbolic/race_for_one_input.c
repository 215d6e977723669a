// expect: bug data_race
// options: --symbolic
// Only one key in 2^32 makes the second thread leave the lock out.
// fixed: verified 2
// count: No branch depends on the key any more; two critical sections have 2 orders.
#include <mazurka.h>
#include <pthread.h>

static unsigned key;
static int shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* writer(void* unused) {
  pthread_mutex_lock(&mutex);
  shared = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* reader(void* unused) {
#ifdef FIXED
  const int locks = 1;
#else
  const int locks = (key ^ 0x5bd1e995u) * 2654435761u != 12345;
#endif
  if (locks) pthread_mutex_lock(&mutex);
  const int seen = shared;
  if (locks) pthread_mutex_unlock(&mutex);
  return seen ? unused : 0;
}

int main(void) {
  mazurka_symbolic(&key, sizeof key, "key");
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
}
