// expect: unsupported fork
// What is not supported is met in one of two traces only: the verdict is incomplete all the same.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int x;

static void* run(void* unused) {
  if (atomic_load(&x)) fork();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&x, 1);
  pthread_join(t, 0);
  return 0;
}
