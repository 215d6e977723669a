// expect: bug use_after_free
// message: use after free: read of 4 bytes in int#1
// The block is freed once the reader has said that it is done, but the reader looks at it once more.
// fixed: verified 3
// toy: var done, freed
// toy: thread first { done = 1; r = freed }
// toy: thread second { r = done; if r { freed = 1 } }
// The block is freed once the reader has said that it is done.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int* shared;
static atomic_int done, freed;

static void* first(void* unused) {
  int seen = *shared;
  atomic_store(&done, 1);
#ifdef FIXED
  if (atomic_load(&freed)) seen = 3;
#else
  if (atomic_load(&freed)) seen = *shared;
#endif
  return seen == 2 ? &done : unused;
}
static void* second(void* unused) {
  if (!atomic_load(&done)) return unused;
  free(shared);
  atomic_store(&freed, 1);
  return unused;
}

int main(void) {
  shared = malloc(sizeof *shared);
  *shared = 1;
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
