// expect: bug data_race
// The value is read and never used: an optimiser would remove the read, and the race with it.
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void* write_it(void* unused) {
  pthread_mutex_lock(&mutex);
  shared = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void* read_it(void* unused) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
#endif
  int copy = shared;
  (void)copy;
#ifdef FIXED
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, write_it, 0);
  pthread_create(&b, 0, read_it, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
