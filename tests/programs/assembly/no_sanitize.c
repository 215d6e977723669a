// expect: bug data_race
// Functions that ask not to be instrumented are, all the same.
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

__attribute__((no_sanitize_thread)) static void add(void) {
  counter++;
}
__attribute__((no_sanitize("thread"))) static void subtract(void) {
  counter--;
}
static void* run(void* unused) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
#endif
  add();
  subtract();
#ifdef FIXED
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return counter + (int)sizeof mutex * 0;
}
