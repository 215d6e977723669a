// expect: bug deadlock
// options: --leftover-threads=report
// await.c, but the thread awaits what is never stored.
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* run(void* unused) {
  mazurka_await(atomic_load(&x) == 2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&x, 1);
  return 0;
}
