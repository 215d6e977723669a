// expect: bug deadlock
// fixed: incomplete other orders of events
// A timer that nobody sets never expires, and one that expired once is taken by one reader only.
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;

static void* waits(void* unused) {
  uint64_t times;
  return read(timer, &times, sizeof times) == sizeof times ? unused : &timer;
}

int main(void) {
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
#ifdef FIXED
  const struct itimerspec soon = {.it_value = {0, 5}, .it_interval = {0, 5}};
  timerfd_settime(timer, 0, &soon, 0);
#endif
  pthread_t threads[2];
  for (int k = 0; k < 2; k++) pthread_create(&threads[k], 0, waits, 0);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
  return 0;
}
