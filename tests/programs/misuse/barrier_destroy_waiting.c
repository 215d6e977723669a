// expect: bug misuse
// options: --races=ignore
// message: destroy of a barrier at which threads wait
// The barrier is for two, and the other one destroys it.
// fixed: verified 2
// count: Two threads arrive, in either order: 2 traces. The barrier is destroyed after the join.
#include <pthread.h>

static pthread_barrier_t barrier;

static void* first(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}
static void* second(void* unused) {
#ifdef FIXED
  pthread_barrier_wait(&barrier);
#else
  pthread_barrier_destroy(&barrier);
#endif
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
#ifdef FIXED
  pthread_barrier_destroy(&barrier);
#endif
  return 0;
}
