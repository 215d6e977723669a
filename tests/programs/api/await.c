// expect: verified 2
// A thread waits for a flag: it sees the flag set, or it looks too early and waits, which is no deadlock since the flag
// is set later.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, data;

static void* producer(void* unused) {
  data = 42;
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  mazurka_await(atomic_load(&flag) == 1);
  assert(atomic_load(&data) == 42);
  pthread_join(t, 0);
}
