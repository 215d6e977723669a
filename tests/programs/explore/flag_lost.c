// expect: bug livelock
// options: --races=explore
// Nobody sets the flag if the other thread comes late.
#include <pthread.h>

static int flag, late;

static void *set_flag(void *argument) {
  if (!late) flag = 1;
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
