// expect: verified 2
// options: --races=explore
// toy: # Who looks LOOKS times too early is known to spin; how many depends on the compiler.
// toy: const LOOKS = 1
// toy: var flag
// toy: thread setter { flag = 1 }
// toy: thread waiter { n = 0; r = flag; while !r { n = n + 1; if n == LOOKS { await flag == 99 }; r = flag } }
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
