// expect: verified 3
// toy: var x
// toy: thread run { r = fetch_add x, 1; r = fetch_add x, 1 }
// toy: thread main { r = x }
// main returns while a thread is still at work: the program ends with status 0, wherever that thread is.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* run(void* unused) {
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  return atomic_load(&x) > 2;
}
