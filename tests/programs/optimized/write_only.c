// expect: bug data_race
// A static variable that nobody reads, and a loop whose sum nobody uses: an optimiser would remove both.
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int last[4];

static void* run(void* number) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
#endif
  for (int n = 0; n < 4; n++) last[n] = (int)(long)number;
#ifdef FIXED
  pthread_mutex_unlock(&mutex);
#endif
  return &mutex;
}

int main(void) {
  pthread_t t[2];
  for (long n = 0; n < 2; n++) pthread_create(&t[n], 0, run, (void*)n);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}
