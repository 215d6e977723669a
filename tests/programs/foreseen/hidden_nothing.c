// expect: verified 20
// count: two threads with three updates of one variable each: 6! / (3! * 3!) = 20
// A thread-local variable counts how often its thread was here; that is no value that the steps find, and no stack.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static __thread int rounds;

static void* turn(void* unused) {
  for (int n = 0; n < 3; n++) {
    rounds++;
    atomic_fetch_add(&x, rounds == 2 ? 2 : 1);
  }
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, turn, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  assert(atomic_load(&x) == 8);
  return 0;
}
