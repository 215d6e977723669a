// expect: bug assertion
// The loop looks the same in every iteration, but it leaves by the state of a library: it must not be taken for a spin
// loop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

static void* nothing(void* unused) {
  return unused;
}

int main(void) {
  pthread_t t;
  srand(1);
  pthread_create(&t, 0, nothing, 0);
  while (atomic_load(&flag) == 0)
    if (rand() % 16 == 3) break;
  assert(atomic_load(&flag) == 1);
  pthread_join(t, 0);
}
