// expect: bug livelock
// Two threads look at a flag under a mutex, and nobody ever sets it: they do so for ever.
// fixed: verified
// uncounted: How many rounds differ depends on the version of the compiler, by what it keeps on the stack.
// Somebody does.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static int is_stopped(void) {
  pthread_mutex_lock(&m);
  int result = stop;
  pthread_mutex_unlock(&m);
  return result;
}

static void* worker(void* unused) {
  while (!is_stopped()) {
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
#ifdef FIXED
  pthread_mutex_lock(&m);
  stop = 1;
  pthread_mutex_unlock(&m);
#endif
  pthread_join(first, 0);
  pthread_join(second, 0);
}
