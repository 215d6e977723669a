// expect: bug data_race
// What a thread does after the barrier is not ordered before the next round, though the other may wake late.
#include <pthread.h>

int data;
static pthread_barrier_t barrier;

static void* first(void* unused) {
  pthread_barrier_wait(&barrier);
  data = 1;
  pthread_barrier_wait(&barrier);
  return unused;
}
static void* second(void* unused) {
  pthread_barrier_wait(&barrier);
  if (data > 1) unused = &data;
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_barrier_init(&barrier, 0, 2);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
