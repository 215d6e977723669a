// expect: unsupported realloc that gives up more than 64 MB
// The end of a block that is made smaller by more than all that is marked: a use of it would not be seen.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define BYTES (200UL << 20)

static _Atomic(char*) published;

static void* own(void* unused) {
  char* block = malloc(BYTES);
  block[BYTES - 1] = 1;
  atomic_store(&published, block);
  return unused;
}

static void* use(void* unused) {
  char* block = atomic_load(&published);
  if (block == 0) return unused;
  block = realloc(block, BYTES / 2);
  block[BYTES - 1] = 2;
  return unused;
}

int main(void) {
  pthread_t owner, user;
  pthread_create(&owner, 0, own, 0);
  pthread_create(&user, 0, use, 0);
  pthread_join(owner, 0);
  pthread_join(user, 0);
  return 0;
}
