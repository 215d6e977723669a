// expect: bug assertion
// The loop counts in memory: every iteration changes something, and the count ends it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int spins;

static void* nothing(void* unused) {
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, nothing, 0);
  while (atomic_load(&flag) == 0)
    if (++spins == 12) break;
  assert(atomic_load(&flag) == 1);
  pthread_join(t, 0);
}
