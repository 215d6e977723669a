// expect: bug data_race
// location: reference_count.c:22
// A reference count that is decremented and then looked at: the other owner may have freed the object in between, or
// both see that the count is 0.
// fixed: verified 2
// toy: var references = 2
// toy: thread t[2] { r = fetch_add references, -1 }
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Shared {
  atomic_int references;
};

static void* release(void* argument) {
  struct Shared* shared = argument;
#ifdef FIXED
  if (atomic_fetch_sub(&shared->references, 1) == 1) free(shared);
#else
  atomic_fetch_sub(&shared->references, 1);
  if (shared->references == 0) free(shared);
#endif
  return 0;
}

int main(void) {
  struct Shared* shared = malloc(sizeof *shared);
  shared->references = 2;
  pthread_t thread;
  pthread_create(&thread, 0, release, shared);
  release(shared);
  pthread_join(thread, 0);
  return 0;
}
