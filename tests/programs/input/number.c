// expect: bug assertion
// input: 3\n
// The number that is read from standard input says how many threads add to a counter, without a lock.
// fixed: verified 6
// count: Three threads add once, each in one step: 3! = 6 orders.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int counter;

static void* add(void* unused) {
#ifdef FIXED
  atomic_fetch_add(&counter, 1);
#else
  atomic_store(&counter, atomic_load(&counter) + 1);
#endif
  return unused;
}

int main(void) {
  int count = 0;
  if (scanf("%d", &count) != 1 || count > 3) return 0;
  pthread_t threads[3];
  for (int k = 0; k < count; k++) pthread_create(&threads[k], 0, add, 0);
  for (int k = 0; k < count; k++) pthread_join(threads[k], 0);
  assert(counter == count);
}
