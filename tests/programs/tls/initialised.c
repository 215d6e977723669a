// expect: verified 2
// toy: var x
// toy: thread run[2] { r = fetch_add x, 1 }
// Each thread has its own copy of a thread-local variable, with its first value, across switches.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Thread_local int number = 5;
static _Thread_local char zeros[10000];
static atomic_int x;

static void* run(void* argument) {
  int me = (int)(intptr_t)argument;
  assert(number == 5 && zeros[9999] == 0);
  number += me;
  zeros[9999] = (char)me;
  atomic_fetch_add(&x, 1);
  assert(number == 5 + me && zeros[9999] == me);
  return 0;
}

int main(void) {
  number = 100;
  pthread_t t[2];
  for (intptr_t n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, (void*)(n + 1));
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  assert(number == 100 && zeros[9999] == 0);
  return 0;
}
