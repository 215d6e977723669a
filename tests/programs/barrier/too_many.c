// expect: bug deadlock
// Three threads at a barrier for two: one is left over.
#include <pthread.h>

static pthread_barrier_t barrier;

static void* run(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_barrier_init(&barrier, 0, 2);
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  return 0;
}
