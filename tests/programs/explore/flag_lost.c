// expect: bug livelock
// options: --races=explore
// Nobody sets the flag if the other thread comes late.
// fixed: verified 6
// toy: var flag, late
// toy: thread setter { r = late; if r == 0 { late = 2 }; flag = 1 }
// toy: thread waiter { late = 1; r = flag; if r == 0 { await flag == 99 } }  # who looks too early waits for ever
// The flag is set in any case, after something that the waiting thread does not wait for.
#include <pthread.h>

static int flag, late;

static void *set_flag(void *argument) {
#ifdef FIXED
  if (!late) late = 2;
  flag = 1;
#else
  if (!late) flag = 1;
#endif
  return argument;
}

static void *wait_for_flag(void *argument) {
  late = 1;
  while (flag == 0) {
  }
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
