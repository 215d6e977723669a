// expect: verified 2
// flags: -pg
// The counters of gprof are the compiler's, and no race.
// count: two critical sections, in either order: 2 traces.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* run(void* unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return counter != 2;
}
