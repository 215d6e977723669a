// expect: verified 1
// count: One thread has all steps: one trace.
// A pair of sockets has no names, and few options.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  int ends[2], value = -1;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  struct sockaddr_storage name;
  socklen_t bytes = sizeof name;
  assert(getsockname(ends[0], (struct sockaddr*)&name, &bytes) == 0 && bytes == 2 && name.ss_family == AF_UNIX);
  bytes = sizeof name;
  assert(getpeername(ends[1], (struct sockaddr*)&name, &bytes) == 0 && bytes == 2);
  bytes = sizeof value;
  assert(getsockopt(ends[0], SOL_SOCKET, SO_TYPE, &value, &bytes) == 0 && value == SOCK_STREAM && bytes == 4);
  assert(getsockopt(ends[0], SOL_SOCKET, SO_ERROR, &value, &bytes) == 0 && value == 0);
  value = 1;
  assert(setsockopt(ends[0], SOL_SOCKET, SO_KEEPALIVE, &value, sizeof value) == 0);
  int pipe_ends[2];
  assert(pipe(pipe_ends) == 0);
  assert(getsockopt(pipe_ends[0], SOL_SOCKET, SO_TYPE, &value, &bytes) == -1 && errno == ENOTSOCK);
  return 0;
}
