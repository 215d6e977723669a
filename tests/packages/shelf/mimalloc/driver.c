#include <assert.h>
#include <mimalloc.h>
#include <pthread.h>

static void* free_it(void* block) {
  assert(*(int*)block == 42);
  mi_free(block);
  return 0;
}

int main(void) {
  int* block = mi_malloc(sizeof(int));
  *block = 42;
  pthread_t other;
  pthread_create(&other, 0, free_it, block);
  int* next = mi_malloc(sizeof(int));
  *next = 7;
  mi_collect(1);
  pthread_join(other, 0);
  assert(*next == 7);
  mi_free(next);
}
