// expect: bug assertion
// main leaves by pthread_exit; the program goes on, and what its threads do then is still checked.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int left, x;

static void* run(void* unused) {
  if (atomic_load(&left)) {
    int before = atomic_load(&x);
    assert(before == 0 && "main has left");
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&x, 1);
  atomic_store(&left, 1);
  pthread_exit(0);
}
