// expect: bug data_race
// A thread writes to a large block of another one that frees it, and nothing orders the two. (If the free comes first, it is a use
// after free: the owner lets the other thread go first.)
// options: --scheduler=in-order
// fixed: verified 2
// toy: var x
// toy: thread owner { x = 1; join writer }
// toy: thread writer { r = x }
// The owner joins the writer before.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(char*) published;
static atomic_int steps;

static void* write_it(void* unused) {
  char* block = atomic_load(&published);
  if (block != 0) block[70000] = 1;
  return unused;
}

static void* own(void* writer) {
  char* block = malloc(100000);
  block[70000] = 0;
  atomic_store(&published, block);
#ifdef FIXED
  pthread_join(*(pthread_t*)writer, 0);
#else
  (void)writer;
  atomic_load(&steps);
#endif
  free(block);
  return 0;
}

int main(void) {
  pthread_t owner, writer;
  pthread_create(&writer, 0, write_it, 0);
  pthread_create(&owner, 0, own, &writer);
#ifndef FIXED
  pthread_join(writer, 0);
#endif
  pthread_join(owner, 0);
}
