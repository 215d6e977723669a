// expect: unsupported this option of a pair of sockets
// How much a socket holds decides who waits.
#include <sys/socket.h>

int main(void) {
  int ends[2], bytes = 4096;
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
  return 0;
}
