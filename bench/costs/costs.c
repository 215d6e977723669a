// What an execution costs, and a visible operation in it: EXECUTIONS executions that differ only in one choice, with REPEATED operations before
// the choice, which each execution repeats, and FRESH ones after it.
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* worker(void* unused) {
  for (int k = 0; k < REPEATED; k++) atomic_fetch_add(&x, 1);
  mazurka_choose(EXECUTIONS);
  for (int k = 0; k < FRESH; k++) atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_exit(0);
}
