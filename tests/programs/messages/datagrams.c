// expect: verified 2
// toy: mailbox there
// toy: thread sender[2] { send there me }
// toy: thread main { receive there; receive there }
// A pair of datagram sockets is two mailboxes: which of the two sends comes first.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void* send_one(void* number) {
  assert(send(ends[0], &number, sizeof number, 0) == sizeof number);
  return NULL;
}

int main(void) {
  int type;
  socklen_t room = sizeof type;
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
  assert(getsockopt(ends[0], SOL_SOCKET, SO_TYPE, &type, &room) == 0 && type == SOCK_DGRAM);
  pthread_t one, two;
  pthread_create(&one, NULL, send_one, (void*)1);
  pthread_create(&two, NULL, send_one, (void*)2);
  long sum = 0, number;
  for (int k = 0; k < 2; k++) {
    assert(recv(ends[1], &number, sizeof number, 0) == sizeof number);
    sum += number;
  }
  assert(sum == 3);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  // An empty one is a message, and what does not fit is lost.
  assert(send(ends[0], "", 0, 0) == 0 && send(ends[0], "abc", 3, 0) == 3 && send(ends[0], "de", 2, 0) == 2);
  char text[8];
  assert(recv(ends[1], text, sizeof text, 0) == 0);
  assert(recv(ends[1], text, 1, 0) == 1 && recv(ends[1], text, sizeof text, 0) == 2 && text[0] == 'd');
  assert(recv(ends[1], text, sizeof text, MSG_DONTWAIT) == -1 && errno == EAGAIN);
}
