// expect: verified 1
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
