// expect: verified 2
// toy: var step = 1
// toy: thread t { r = step }
// toy: thread main { step = 101 }
// endless_loop.c with a step that gets there.
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
  atomic_store(&step, 101);
  pthread_join(t, 0);
  return 0;
}
