// expect: bug misuse
// message: destroyed
// A condition variable is signalled after it was destroyed, in good order.
// fixed: verified 2
// toy: cond c
// toy: var destroyed
// toy: thread first { r = destroyed; if r { signal c } }
// toy: thread second { destroyed = 1 }
// A condition variable is made again before it is signalled.
#include <pthread.h>
#include <stdatomic.h>

static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int destroyed;

static void* first(void* unused) {
  if (atomic_load(&destroyed)) pthread_cond_signal(&condition);
  return unused;
}
static void* second(void* unused) {
  pthread_cond_destroy(&condition);
#ifdef FIXED
  pthread_cond_init(&condition, 0);
#endif
  atomic_store(&destroyed, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
