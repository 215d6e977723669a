// expect: verified 1
// toy: var x
// toy: thread run[5] { r = fetch_add x, 1; if me < 4 { spawn run[me + 1]; join run[me + 1] }; r = x }
// toy: thread main { spawn run[0]; join run[0]; r = x }
// A thread creates a thread that creates a thread, each waits for its own: everything is in order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x;

static void* run(void* argument) {
  intptr_t depth = (intptr_t)argument;
  assert(atomic_fetch_add(&x, 1) == 4 - depth);
  if (depth > 0) {
    pthread_t t;
    pthread_create(&t, 0, run, (void*)(depth - 1));
    pthread_join(t, 0);
  }
  assert(atomic_load(&x) == 5);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, (void*)4);
  pthread_join(t, 0);
  assert(atomic_load(&x) == 5);
  return 0;
}
