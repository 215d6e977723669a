// expect: verified 2
// options: --leftover-threads=report
// Main ends while the thread waits for the store, or after it was seen: the thread never waits for ever.
// count: The only step of the thread comes after the store; the end of the program comes before or after it: 2 traces.
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
