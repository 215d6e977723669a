// expect: bug deadlock
// What comes is told once (EPOLLET), and the thread reads only one byte of it: the rest is forgotten.
// fixed: verified
// uncounted: The steps of the C library around its system calls depend on its version.
// It reads until there is no more.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* unused) {
  assert(write(ends[1], "ab", 2) == 2);
  return unused;
}

int main(void) {
  assert(pipe2(ends, O_NONBLOCK) == 0);
  int list = epoll_create1(0);
  struct epoll_event wanted = {.events = EPOLLIN | EPOLLET, .data.fd = ends[0]}, found;
  assert(epoll_ctl(list, EPOLL_CTL_ADD, ends[0], &wanted) == 0);
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  for (int bytes = 0; bytes < 2;) {
    char c;
    assert(epoll_wait(list, &found, 1, -1) == 1);
#ifdef FIXED
    while (read(ends[0], &c, 1) == 1) bytes++;
#else
    bytes += read(ends[0], &c, 1) == 1;
#endif
  }
  pthread_join(t, 0);
}
