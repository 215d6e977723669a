// expect: verified 2
// toy: var flag, data
// toy: thread producer { data = 42; flag = 1 }
// toy: thread main { r = flag; if r == 0 { await flag == 99 }; r = data; join producer }  # who looks too early waits for ever
// A thread spins on a flag: it sees it set, or it looks too early, and is then not unrolled.
#include <assert.h>
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
  while (atomic_load(&flag) == 0) {
  }
  assert(atomic_load(&data) == 42);
  pthread_join(t, 0);
}
