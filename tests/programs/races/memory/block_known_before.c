// expect: bug data_race
// A thread uses a new block of another, in some executions after it has acquired that there is one, in others without.
// fixed: verified 3
// toy: var block
// toy: var is_ready
// toy: thread writer { block = 1; is_ready = 1 }
// toy: thread reader { a = is_ready; b = block }
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef FIXED
#define ORDER memory_order_acquire
#else
#define ORDER memory_order_relaxed
#endif

static atomic_int is_ready;
static int *_Atomic block;

static void* writer(void* unused) {
  atomic_store_explicit(&block, malloc(sizeof(int)), memory_order_release);
  atomic_store_explicit(&is_ready, 1, memory_order_release);
  free(malloc(sizeof(int)));
  return unused;
}
static void* reader(void* unused) {
  (void)atomic_load_explicit(&is_ready, memory_order_acquire);
  int* mine = atomic_load_explicit(&block, ORDER);
  if (mine != NULL) *mine = 1;
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, writer, NULL);
  pthread_create(&u, NULL, reader, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
