// expect: incomplete other orders of events
// A thread waits for a pipe and for an eventfd, in one list, until it has heard of both.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int ends[2], event;

static void* writer(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  uint64_t two = 2;
  assert(write(event, &two, sizeof two) == sizeof two);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  event = eventfd(0, EFD_NONBLOCK);
  int list = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event one = {.events = EPOLLIN, .data.fd = ends[0]}, two = {.events = EPOLLIN, .data.fd = event};
  assert(epoll_ctl(list, EPOLL_CTL_ADD, ends[0], &one) == 0);
  assert(epoll_ctl(list, EPOLL_CTL_ADD, event, &two) == 0);
  assert(epoll_ctl(list, EPOLL_CTL_ADD, event, &two) == -1);
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int heard = 0;
  while (heard != 3) {
    struct epoll_event found[4];
    int count = epoll_wait(list, found, 4, -1);
    assert(count == 1 || count == 2);
    for (int k = 0; k < count; k++) {
      uint64_t number = 0;
      assert(found[k].events == EPOLLIN);
      if (found[k].data.fd == event) {
        assert(read(event, &number, sizeof number) == sizeof number && number == 2);
        heard |= 2;
      } else {
        assert(read(ends[0], &number, 8) == 1);
        heard |= 1;
      }
    }
  }
  pthread_join(t, 0);
}
