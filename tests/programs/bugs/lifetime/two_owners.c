// expect: bug double_free
// location: two_owners.c:21
// Two threads that may both clean up, and a flag that is looked at first and set then.
// fixed: verified 2
// toy: var cleaned
// toy: thread t[2] { r = exchange cleaned, 1 }
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int cleaned;
static void* block;

static void* clean_up(void* unused) {
#ifdef FIXED
  if (atomic_exchange(&cleaned, 1)) return unused;
#else
  if (cleaned) return unused;
  cleaned = 1;
#endif
  free(block);
  return unused;
}

int main(void) {
  block = malloc(16);
  pthread_t thread;
  pthread_create(&thread, 0, clean_up, 0);
  clean_up(0);
  pthread_join(thread, 0);
  return 0;
}
