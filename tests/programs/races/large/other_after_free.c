// expect: bug use_after_free
// A thread frees a large block and says so; another one reads it once it knows.
// fixed: verified 2
// toy: var x
// toy: thread owner { x = 1 }
// toy: thread reader { r = x }
// It says so before it frees, and the reader only looks at its own memory.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int freed;
static char* block;
static int sum;

static void* own(void* unused) {
  block = malloc(200000);
  for (int k = 0; k < 200000; k += 8) block[k] = 1;
  char* mine = block;
  free(mine);
  atomic_store(&freed, 1);
  return unused;
}

static void* read_it(void* unused) {
  if (atomic_load(&freed)) {
#ifdef FIXED
    char own[100] = {0};
    sum = own[(size_t)block % 100];
#else
    sum = block[123456];
#endif
  }
  return unused;
}

int main(void) {
  pthread_t owner, reader;
  pthread_create(&reader, 0, read_it, 0);
  pthread_create(&owner, 0, own, 0);
  pthread_join(owner, 0);
  pthread_join(reader, 0);
  return sum > 1;
}
