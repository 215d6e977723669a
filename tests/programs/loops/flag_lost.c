// expect: bug livelock
// The flag is set and taken back: a thread that looks only before and after spins for ever.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int flag;

static void* blink(void* unused) {
  flag = 1;
  flag = 0;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, blink, 0);
  while (atomic_load(&flag) == 0) sched_yield();
  pthread_join(t, 0);
}
