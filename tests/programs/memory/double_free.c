// expect: bug double_free
// Both threads may find that they are the last user.
// fixed: verified 2
// toy: var users = 2
// toy: thread t[2] { r = fetch_add users, -1 }
// The one that takes the count to 0 is the last user.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void* block;
static atomic_int users = 2;

static void* first(void* unused) {
#ifdef FIXED
  if (atomic_fetch_sub(&users, 1) == 1) free(block);
#else
  atomic_fetch_sub(&users, 1);
  if (atomic_load(&users) == 0) free(block);
#endif
  return unused;
}
static void* second(void* unused) {
  return first(unused);
}

int main(void) {
  block = malloc(8);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
