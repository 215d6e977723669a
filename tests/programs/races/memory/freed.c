// expect: bug data_race
// message: use after free, and data race, on int#1: free by T2
// A block is freed, and nothing orders the read of another thread before that. The reader comes first.
// options: --scheduler=in-order
// fixed: verified 1
// toy: thread first { }
// toy: thread second { join first }
// toy: thread main { spawn first; spawn second; join second }
// A block is freed by a thread that has joined its reader.
#include <pthread.h>
#include <stdlib.h>

static int* shared;
#ifdef FIXED
static pthread_t reader;
#endif

static void* first(void* unused) {
  return *shared == 1 ? unused : 0;
}
static void* second(void* unused) {
#ifdef FIXED
  pthread_join(reader, 0);
#endif
  free(shared);
  return unused;
}

int main(void) {
  shared = malloc(sizeof *shared);
  *shared = 1;
#ifdef FIXED
  pthread_t b;
  pthread_create(&reader, 0, first, 0);
  pthread_create(&b, 0, second, 0);
#else
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
#endif
  pthread_join(b, 0);
}
