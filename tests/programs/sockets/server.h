// What the programs of this folder have in common: a socket that listens at a port, and one that connects to it.
#pragma once
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

static inline struct sockaddr_in address_of(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static inline int bound_to(int port) {
  struct sockaddr_in address = address_of(port);
  int yes = 1, number = socket(AF_INET, SOCK_STREAM, 0);
  assert(number >= 0 && setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0);
  assert(bind(number, (struct sockaddr*)&address, sizeof address) == 0);
  return number;
}

static inline int listening_at(int port) {
  int number = bound_to(port);
  assert(listen(number, 5) == 0);
  return number;
}

static inline int try_to_connect(int port) {
  struct sockaddr_in address = address_of(port);
  int number = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(number, (struct sockaddr*)&address, sizeof address) == 0) return number;
  int error = errno;
  close(number);
  errno = error;
  return -1;
}
