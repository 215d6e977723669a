// expect: verified 1
// count: There is one thread only beside main, which waits for its end before it goes on: one trace.
// What is written over TCP to an end that was closed gets lost once, then there is an error. If something was not read
// there, the connection is reset.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>

#include "server.h"

static void* nothing(void* unused) {
  return unused;
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  pthread_t t;
  pthread_create(&t, 0, nothing, 0);
  pthread_join(t, 0);
  int server = listening_at(8769), client = try_to_connect(8769), number = accept(server, 0, 0);
  char c;
  struct pollfd wanted = {.fd = client, .events = POLLIN | POLLOUT | POLLRDHUP};
  assert(poll(&wanted, 1, 0) == 1 && wanted.revents == POLLOUT);
  close(number);
  assert(poll(&wanted, 1, 0) == 1 && wanted.revents == (POLLIN | POLLOUT | POLLRDHUP));
  assert(write(client, "x", 1) == 1);
  usleep(1000);
  assert(write(client, "x", 1) == -1 && errno == EPIPE);
  assert(poll(&wanted, 1, 0) == 1 && (wanted.revents & POLLHUP) != 0);
  assert(read(client, &c, 1) == 0);
  close(client);

  client = try_to_connect(8769);
  number = accept(server, 0, 0);
  assert(write(number, "ab", 2) == 2 && write(client, "x", 1) == 1);
  close(number);
  assert(read(client, &c, 1) == 1 && c == 'a' && read(client, &c, 1) == 1 && c == 'b');
  assert(read(client, &c, 1) == -1 && errno == ECONNRESET);
  assert(read(client, &c, 1) == 0);
  close(client);

  client = try_to_connect(8769);
  number = accept(server, 0, 0);
  assert(shutdown(client, SHUT_WR) == 0 && read(number, &c, 1) == 0);
  assert(write(number, "z", 1) == 1 && read(client, &c, 1) == 1 && c == 'z');
  assert(write(client, "x", 1) == -1 && errno == EPIPE);
  close(number);
  assert(read(client, &c, 1) == 0);
  close(client);

  client = try_to_connect(8769);
  close(server);
  assert(read(client, &c, 1) == -1 && errno == ECONNRESET);
  assert(try_to_connect(8769) == -1 && errno == ECONNREFUSED);
}
