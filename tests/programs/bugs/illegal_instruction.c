// expect: bug signal
// message: SIGILL
// A trap in a place that was thought to be out of reach.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;

static void* run(void* unused) {
  if (atomic_load(&state) == 1) __builtin_trap();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&state, 1);
  atomic_store(&state, 2);
  pthread_join(t, 0);
  return 0;
}
