// expect: bug use_after_free
// A pointer into a block that another thread has made larger, in good order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int* shared;
static atomic_int larger;

static void* first(void* unused) {
  int* old = shared;
  return atomic_load(&larger) && old[0] == 7 ? old : unused;
}
static void* second(void* unused) {
  int* moved = realloc(shared, 8 * sizeof *moved);
  moved[7] = 1;
  atomic_store(&larger, 1);
  return unused;
}

int main(void) {
  shared = malloc(4 * sizeof *shared);
  shared[0] = 1;
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
