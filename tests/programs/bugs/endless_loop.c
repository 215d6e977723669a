// expect: bug endless_loop
// options: --watchdog=1
// message: no visible operation
// A loop that never ends and never does anything another thread could see.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int step = 1;
static volatile unsigned position;

static void* run(void* unused) {
  unsigned by = (unsigned)atomic_load(&step);
  for (position = 0; position != 101; position += by) {
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&step, 0);
  pthread_join(t, 0);
  return 0;
}
