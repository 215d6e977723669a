// expect: bug assertion
// A sleep orders nothing: the store may come first however long the thread sleeps before it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int x;

static void* run(void* unused) {
  sleep(3600);
  atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  usleep(1);
  assert(atomic_load(&x) == 0);
  pthread_join(t, 0);
  return 0;
}
