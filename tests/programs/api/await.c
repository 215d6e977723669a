// expect: verified 2
// toy: # An await that looks too early never goes on: its thread ends there.
// toy: var flag, data
// toy: thread producer { data = 42; flag = 1 }
// toy: thread main { r = flag; if r == 1 { r = data } }
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
