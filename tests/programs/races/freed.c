// expect: bug data_race
// message: a block of 4 bytes that T0 allocated at
// A block is freed, and nothing orders the read of another thread before that. The reader comes first.
// options: --scheduler=in-order
#include <pthread.h>
#include <stdlib.h>

static int* shared;

static void* first(void* unused) {
  return *shared == 1 ? unused : 0;
}
static void* second(void* unused) {
  free(shared);
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
