// expect: verified 4
// peer: connect 8784
// peer: send "a"
// peer: expect "A"
// peer: close
// count: Three times the loop finds something (a connection, a byte, its end), or waits where it finds nothing: such an
// execution ends there, for another one shows how it goes on. In the last one it waits for the next connection: 4.
// A loop with epoll, as servers have it: one socket that listens, and the connections.
#define _GNU_SOURCE
#include <sys/epoll.h>

#include "server.h"

int main(void) {
  int server = listening_at(8784), list = epoll_create1(0);
  struct epoll_event wanted = {.events = EPOLLIN, .data.fd = server}, found;
  assert(epoll_ctl(list, EPOLL_CTL_ADD, server, &wanted) == 0);
  for (;;) {
    assert(epoll_wait(list, &found, 1, -1) == 1);
    if (found.data.fd == server) {
      wanted.data.fd = accept4(server, 0, 0, SOCK_NONBLOCK);
      assert(wanted.data.fd >= 0 && epoll_ctl(list, EPOLL_CTL_ADD, wanted.data.fd, &wanted) == 0);
      continue;
    }
    char c;
    ssize_t bytes = read(found.data.fd, &c, 1);
    assert(bytes >= 0);
    if (bytes == 0) close(found.data.fd);
    c = (char)(c - 'a' + 'A');
    if (bytes == 1) assert(write(found.data.fd, &c, 1) == 1);
  }
}
