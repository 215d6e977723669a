// expect: bug assertion
// Half of the executions fail the assumption, and the others are wrong.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* run(void* unused) {
  atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  int seen = atomic_load(&x);
  mazurka_assume(seen == 1);
  assert(seen == 0);
  pthread_join(thread, 0);
}
