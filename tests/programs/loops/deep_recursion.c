// expect: bug stack_overflow
// fixed: verified 3
// count: where the other thread's store comes: before both reads, between them, or after them: 3 traces.
// A thread that calls itself without end because of what another one did, with an atomic read in each of thousands of
// frames. It is no loop that spins: there is more on its stack each time.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int step = 1;

static int walk(int rest) {
  volatile char room[256];
  room[0] = (char)rest;
  return rest <= 0 ? 0 : walk(rest - atomic_load(&step)) + room[0];
}
static void* start(void* unused) {
  walk(2);
  return unused;
}
static void* change(void* unused) {
#ifdef FIXED
  atomic_store(&step, 1);
#else
  atomic_store(&step, 0);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, start, 0);
  pthread_create(&b, 0, change, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
