// expect: verified
// options: --races=explore
// A plain flag that only atomic sections use is ordered by them and not learned; the loop that waits for it is ended all
// the same.
#include <mazurka.h>
#include <pthread.h>

static int flag;

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
  flag = 1;
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
