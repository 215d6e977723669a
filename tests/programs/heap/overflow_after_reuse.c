// expect: bug heap_overflow
// location: overflow_after_reuse.c:23
// A block from before the threads is freed and used again for a larger one in the first execution. In the second one it
// is what it was, and writing behind it is still found.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char* block;
static atomic_int turn;

static void* reuse(void* unused) {
  if (atomic_fetch_add(&turn, 1) == 0) {
    free(block);
    block = malloc(32);
    block[17] = 1;
  }
  return unused;
}

static void* overflow(void* unused) {
  if (atomic_fetch_add(&turn, 1) == 0) {
    block[17] = 1;
  }
  return unused;
}

int main(void) {
  block = malloc(17);
  pthread_t a, b;
  pthread_create(&a, 0, reuse, 0);
  pthread_create(&b, 0, overflow, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
