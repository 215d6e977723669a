// expect: verified 4
// toy: mutex m
// toy: thread adder[4] { lock m; unlock m }
// toy: thread main { spawn adder[0]; spawn adder[1]; join adder[0]; join adder[1]; spawn adder[2]; spawn adder[3]; join adder[2]; join adder[3] }
// Memory that was a mutex becomes another one: two rounds, two orders each.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int count;

static void* add(void* unused) {
  pthread_mutex_lock(&m);
  ++count;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  for (int round = 0; round < 2; ++round) {
    assert(pthread_mutex_init(&m, 0) == 0);
    pthread_t t[2];
    for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, add, 0);
    for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
    assert(pthread_mutex_destroy(&m) == 0);
  }
  assert(count == 4);
  return 0;
}
