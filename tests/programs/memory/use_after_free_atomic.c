// expect: bug use_after_free
// As in use_after_free.c, by an atomic operation.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int* shared;
static atomic_int done, freed;

static void* first(void* unused) {
  int seen = *shared;
  atomic_store(&done, 1);
  if (atomic_load(&freed)) seen = __atomic_load_n(shared, __ATOMIC_RELAXED);
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
