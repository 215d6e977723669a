// expect: bug deadlock
// Three threads at a barrier for two: one is left over.
// fixed: verified 24
// toy: # Nothing that is a step comes after a thread was woken.
// toy: var arrived
// toy: thread t[4] { r = fetch_add arrived, 1 }
// Four threads at a barrier for two: 4! orders of arrival.
#include <pthread.h>

static pthread_barrier_t barrier;

static void* run(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
#ifdef FIXED
  pthread_t t[4];
  pthread_barrier_init(&barrier, 0, 2);
  for (int n = 0; n < 4; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 4; ++n) pthread_join(t[n], 0);
#else
  pthread_t t[3];
  pthread_barrier_init(&barrier, 0, 2);
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
#endif
  return 0;
}
