// expect: bug assertion
// Two threads wait for the same socket, and both may be told of the message.
// fixed: verified
// uncounted: The steps of the C library around its system calls depend on its version.
// With EPOLLONESHOT one of them is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int list;
static atomic_int told;

static void* waiter(void* unused) {
  struct epoll_event found;
  if (epoll_wait(list, &found, 1, 1000) == 1) assert(atomic_fetch_add(&told, 1) == 0);
  return unused;
}

int main(void) {
  int ends[2];
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  list = epoll_create(1);
  struct epoll_event wanted = {.events = EPOLLIN, .data.fd = ends[0]};
#ifdef FIXED
  wanted.events |= EPOLLONESHOT;
#endif
  assert(epoll_ctl(list, EPOLL_CTL_ADD, ends[0], &wanted) == 0);
  assert(write(ends[1], "x", 1) == 1);
  pthread_t first, second;
  pthread_create(&first, 0, waiter, 0);
  pthread_create(&second, 0, waiter, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
