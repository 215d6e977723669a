// expect: bug assertion
// A thread waits for a timer and for a byte; the timer may come first.
// message: got
// fixed: incomplete other orders of events
// It waits until it has both.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), list = epoll_create1(0);
  struct itimerspec second = {.it_value = {1, 0}};
  struct epoll_event one = {.events = EPOLLIN, .data.fd = ends[0]}, two = {.events = EPOLLIN, .data.fd = timer}, found;
  assert(epoll_ctl(list, EPOLL_CTL_ADD, ends[0], &one) == 0 && epoll_ctl(list, EPOLL_CTL_ADD, timer, &two) == 0);
  assert(timerfd_settime(timer, 0, &second, 0) == 0);
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int got = 0, expired = 0;
  while (!expired || !got) {
    uint64_t number;
    assert(epoll_wait(list, &found, 1, -1) == 1);
    if (found.data.fd == timer) {
      assert(read(timer, &number, sizeof number) == sizeof number && number == 1);
      assert(read(timer, &number, sizeof number) == -1);
      expired = 1;
    } else {
      got = read(ends[0], &number, 1) == 1;
    }
#ifndef FIXED
    assert(got);
#endif
  }
  pthread_join(t, 0);
}
