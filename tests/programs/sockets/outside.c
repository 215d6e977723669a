// expect: unsupported a socket to the outside
// Another machine.
#include "server.h"

int main(void) {
  struct sockaddr_in address = address_of(80);
  address.sin_addr.s_addr = htonl(0x0a000001);
  connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr*)&address, sizeof address);
}
