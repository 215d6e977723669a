// expect: bug endless_loop
// options: --watchdog=1
// message: no visible operation
// A loop that never ends and never does anything another thread could see.
// fixed: verified 2
// toy: var step = 1
// toy: thread t { r = step }
// toy: thread main { step = 101 }
// With a step that gets there.
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
#ifdef FIXED
  atomic_store(&step, 101);
#else
  atomic_store(&step, 0);
#endif
  pthread_join(t, 0);
  return 0;
}
