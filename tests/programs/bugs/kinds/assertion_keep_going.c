// expect: bug assertion 4
// options: --keep-going
// toy: var counter
// toy: thread t[2] { value = counter; counter = value + 1 }
// assertion.c, explored to the end after the first failure.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* add(void* unused) {
  int value = atomic_load(&counter);
  atomic_store(&counter, value + 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int total = atomic_load(&counter);
  assert(total == 2);
  return 0;
}
