// expect: bug misuse
// message: wait at a barrier that was destroyed
#include <pthread.h>

static pthread_barrier_t barrier;

static void* run(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, run, 0);
  pthread_barrier_destroy(&barrier);
  pthread_join(t, 0);
  return 0;
}
