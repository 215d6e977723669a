// expect: bug assertion
// message: total == 2
// A lost update: the assertion in main fails in some executions.
// fixed: verified 2
// toy: var counter
// toy: thread t[2] { r = fetch_add counter, 1 }
// With one step for the update.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* add(void* unused) {
#ifdef FIXED
  atomic_fetch_add(&counter, 1);
#else
  int value = atomic_load(&counter);
  atomic_store(&counter, value + 1);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int total = atomic_load(&counter);
  assert(total == 2);
  return 0;
}
