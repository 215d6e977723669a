// expect: bug invalid_free
// A pointer into the middle of a block is freed, if the other thread has moved it.
// fixed: verified 2
// toy: var position
// toy: thread first { position = 1 }
// toy: thread second { r = position }
// The begin of the block is freed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char* begin;
static char* _Atomic position;

static void* first(void* unused) {
  atomic_store(&position, begin + 16);
  return unused;
}
static void* second(void* unused) {
#ifdef FIXED
  if (atomic_load(&position) != begin) free(begin);
#else
  free(atomic_load(&position));
#endif
  return unused;
}

int main(void) {
  begin = calloc(1, 64);
  atomic_store(&position, begin);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
