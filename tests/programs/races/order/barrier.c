// expect: bug data_race
// Both threads write after the barrier.
// fixed: verified 2
// toy: var arrived
// toy: thread t[2] { r = fetch_add arrived, 1; if r == 0 { await arrived == 2 } }
// One thread writes before the barrier, the other one after it.
#include <pthread.h>

int data;
static pthread_barrier_t barrier;

static void* first(void* unused) {
#ifdef FIXED
  data = 1;
  pthread_barrier_wait(&barrier);
#else
  pthread_barrier_wait(&barrier);
  data = 1;
#endif
  return unused;
}
static void* second(void* unused) {
  pthread_barrier_wait(&barrier);
  data = 2;
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
