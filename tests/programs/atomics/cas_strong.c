// expect: verified 3
// toy: var x
// toy: thread t[3] { r = cas x, 0, me + 1 }
// Three compare-and-swaps from 0: one succeeds, the two that fail only read, and commute.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x;
static int won[3];

static void* run(void* argument) {
  intptr_t me = (intptr_t)argument;
  int expected = 0;
  won[me] = atomic_compare_exchange_strong(&x, &expected, (int)me + 1);
  assert(won[me] ? expected == 0 : expected > 0 && expected != me + 1);
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (intptr_t n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, (void*)n);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  assert(won[0] + won[1] + won[2] == 1);
  return 0;
}
