// expect: verified 1
// toy: thread first { }
// toy: thread second { join first }
// toy: thread main { spawn first; spawn second; join second }
// A block is freed by a thread that has joined its reader.
#include <pthread.h>
#include <stdlib.h>

static int* shared;
static pthread_t reader;

static void* first(void* unused) {
  return *shared == 1 ? unused : 0;
}
static void* second(void* unused) {
  pthread_join(reader, 0);
  free(shared);
  return unused;
}

int main(void) {
  shared = malloc(sizeof *shared);
  *shared = 1;
  pthread_t b;
  pthread_create(&reader, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(b, 0);
}
