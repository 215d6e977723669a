// expect: bug use_after_free
// A thread frees a large block, of which it is the only user, and reads the middle of it if another thread was faster.
// fixed: verified 2
// toy: var x
// toy: thread setter { x = 1 }
// toy: thread user { r = x }
// It reads before it frees.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;
static int sum;

static void* set(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

static void* use(void* unused) {
  char* block = malloc(100000);
  for (int k = 0; k < 100000; k += 100) block[k] = 1;
#ifdef FIXED
  sum = block[50000];
#endif
  free(block);
  int seen = atomic_load(&x);
#ifndef FIXED
  if (seen) sum = block[50000];
#endif
  return seen ? unused : 0;
}

int main(void) {
  pthread_t setter, user;
  pthread_create(&user, 0, use, 0);
  pthread_create(&setter, 0, set, 0);
  pthread_join(setter, 0);
  pthread_join(user, 0);
  return sum > 1;
}
