// expect: verified 6
// toy: const N = 100
// toy: var own[N], x
// toy: thread run[N] { own[me] = 1; if me % 40 == 0 { r = fetch_add x, 1 } }
// toy: thread main { for n = 0 to N - 1 { join run[n] }; for n = 0 to N - 1 { r = own[n] }; r = x }
// A hundred threads, three of which meet at a variable: 3! orders.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define N 100

static atomic_int own[N], x;

static void* run(void* argument) {
  intptr_t id = (intptr_t)argument;
  atomic_store(&own[id], 1);
  if (id % 40 == 0) atomic_fetch_add(&x, 1);
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (intptr_t n = 0; n < N; ++n) assert(pthread_create(&t[n], 0, run, (void*)n) == 0);
  for (int n = 0; n < N; ++n) pthread_join(t[n], 0);
  for (int n = 0; n < N; ++n) assert(atomic_load(&own[n]) == 1);
  assert(atomic_load(&x) == 3);
  return 0;
}
