// expect: verified 1
// toy: const N = 300
// toy: var x
// toy: thread t[N] { r = fetch_add x, 1 }
// toy: thread main { for n = 0 to N - 1 { spawn t[n]; join t[n]; r = x } }
// Three hundred threads, each created when the one before has ended.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* add(void* unused) {
  atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  for (int n = 0; n < 300; ++n) {
    pthread_t t;
    assert(pthread_create(&t, 0, add, 0) == 0);
    assert(pthread_join(t, 0) == 0);
    assert(atomic_load(&x) == n + 1);
  }
  return 0;
}
