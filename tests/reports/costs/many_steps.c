// An execution with as many steps as one likes: STEPS. Eight threads count, with a mutex and without; the assertion fails at the end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kThreads = 8, kRounds = STEPS / kThreads / 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int locked;
static atomic_int counted;

static void* count(void* unused) {
  for (int k = 0; k < kRounds; k++) {
    pthread_mutex_lock(&mutex);
    locked++;
    pthread_mutex_unlock(&mutex);
    atomic_fetch_add(&counted, 1);
  }
  return unused;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int k = 0; k < kThreads; k++) pthread_create(&threads[k], 0, count, 0);
  for (int k = 0; k < kThreads; k++) pthread_join(threads[k], 0);
  assert(locked != counted);
}
