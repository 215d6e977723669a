// expect: bug use_after_free
// What happens before threads meet is done once, and kept: a large block is freed there. Then its memory is used again in some
// executions, and the old block in others.
// fixed: verified 2
// toy: var x
// toy: thread setter { x = 1 }
// toy: thread main { r = x; join setter }
// Only the new block is used.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void* set(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t setter;
  pthread_create(&setter, 0, set, 0);
  volatile char* old = malloc(100000);
  old[70000] = 1;
  free((void*)old);
  int sum = 0;
  if (atomic_load(&x) == 0) {
    volatile char* block = malloc(100000);
    block[70000] = 2;
    sum = block[70000] - 2;
    free((void*)block);
  } else {
#ifdef FIXED
    sum = 0;
#else
    sum = old[70000];
#endif
  }
  pthread_join(setter, 0);
  return sum > 2;
}
