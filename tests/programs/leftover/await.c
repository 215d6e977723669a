// expect: verified
// options: --leftover-threads=report
// Main ends while the thread waits for the store, or after it was seen: the thread never waits for ever.
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* run(void* unused) {
  mazurka_await(atomic_load(&x) == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&x, 1);
  return 0;
}
