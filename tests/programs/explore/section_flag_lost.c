// expect: bug livelock
// options: --races=explore
// The section that should set the flag sets something else.
#include <mazurka.h>
#include <pthread.h>

static int flag, other;

static void *wait_for_flag(void *argument) {
  int seen = 0;
  while (!seen) {
    mazurka_atomic_begin();
    seen = flag;
    mazurka_atomic_end();
  }
  return argument;
}

static void *set_flag(void *argument) {
  mazurka_atomic_begin();
  other = 1;
  mazurka_atomic_end();
  return argument;
}

int main(void) {
  pthread_t waiter, setter;
  pthread_create(&waiter, 0, wait_for_flag, 0);
  pthread_create(&setter, 0, set_flag, 0);
  pthread_join(waiter, 0);
  pthread_join(setter, 0);
  return 0;
}
