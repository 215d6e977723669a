// expect: verified 2
// count: The client's socket() and the number that accept() reserves are in 2 orders; what is sent and closed then has
// one order: each end waits for the other.
// Two threads talk to each other over TCP.
#include <pthread.h>

#include "server.h"

static void* client(void* unused) {
  int number = try_to_connect(8765);
  char text[4];
  assert(number >= 0 && write(number, "ping", 4) == 4);
  assert(read(number, text, 4) == 4 && text[1] == 'o');
  close(number);
  return unused;
}

int main(void) {
  int server = listening_at(8765);
  pthread_t t;
  pthread_create(&t, 0, client, 0);
  struct sockaddr_in who, here;
  socklen_t bytes = sizeof who;
  int number = accept(server, (struct sockaddr*)&who, &bytes);
  assert(number >= 0 && bytes == sizeof who && who.sin_addr.s_addr == htonl(INADDR_LOOPBACK) && who.sin_port != 0);
  assert(getsockname(number, (struct sockaddr*)&here, &bytes) == 0 && here.sin_port == htons(8765));
  assert(getpeername(number, (struct sockaddr*)&here, &bytes) == 0 && here.sin_port == who.sin_port);
  char text[4];
  assert(recv(number, text, 4, 0) == 4 && text[1] == 'i');
  assert(send(number, "pong", 4, 0) == 4);
  assert(read(number, text, 4) == 0);
  close(number);
  pthread_join(t, 0);
  close(server);
}
