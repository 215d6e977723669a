// expect: verified 3
// options: --races=explore
// toy: var counter
// toy: thread adder { r = fetch_add counter, 1 }
// toy: thread main { before = counter; after = counter }
// A variable that one thread adds to by an atomic operation, and another one reads twice as a plain one: the number of
// reads that come before the addition is 0, 1 or 2.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *add(void *argument) {
  __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
  return argument;
}

int main(void) {
  pthread_t adder;
  pthread_create(&adder, 0, add, 0);
  int before = counter;
  int after = counter;
  assert(before <= after);
  pthread_join(adder, 0);
  return 0;
}
