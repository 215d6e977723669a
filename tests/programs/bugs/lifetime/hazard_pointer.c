// expect: bug use_after_free
// location: hazard_pointer.c:22
// A hazard pointer that is set, but what it protects may have been removed before: the reader must look again.
// fixed: verified 9
// toy: var current = 1, hazard
// toy: thread reader { f = 0; c = 1; while c != f { f = current; hazard = f; c = current }; hazard = 0 }
// toy: thread main { current = 2; r = hazard }
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int* _Atomic current;
static atomic_int* _Atomic hazard;

static void* reader(void* unused) {
  for (;;) {
    atomic_int* found = current;
    hazard = found;
#ifdef FIXED
    if (current != found) continue;
#endif
    (*found)++;
    break;
  }
  hazard = NULL;
  return unused;
}

int main(void) {
  atomic_int* old = calloc(1, sizeof *old);
  current = old;
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  current = calloc(1, sizeof *old);
  if (hazard != old) free(old);  // else it would be freed later
  pthread_join(thread, 0);
  return 0;
}
