// expect: verified 1
// toy: # The server asks for more than it gets, and then waits for the shutdown.
// toy: mailbox forth, back
// toy: thread server { receive forth; poll forth; send back 0; receive forth }
// toy: thread main { send forth 0; receive back; close forth; send forth 0 }
// Questions and answers through a pair of sockets, which leave no choice; then one side says that no more will come, and
// tries to send all the same.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void* server(void* unused) {
  char text[20];
  long got = recv(ends[1], text, sizeof text, 0);
  assert(got == 4 && memcmp(text, "ping", 4) == 0);
  assert(send(ends[1], "pong", 4, 0) == 4);
  assert(recv(ends[1], text, sizeof text, 0) == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  char text[20];
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_create(&t, 0, server, 0);
  assert(write(ends[0], "ping", 4) == 4 && read(ends[0], text, 4) == 4 && memcmp(text, "pong", 4) == 0);
  assert(shutdown(ends[0], SHUT_WR) == 0 && send(ends[0], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
  pthread_join(t, 0);
  assert(recv(ends[0], text, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
  int packets[2];
  assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, packets) == 0);
  assert(send(packets[0], "abc", 3, 0) == 3 && send(packets[0], "de", 2, 0) == 2);
  assert(recv(packets[1], text, 2, 0) == 2 && text[0] == 'a' && recv(packets[1], text, 20, 0) == 2 && text[0] == 'd');
  return 0;
}
