// expect: verified 3
// toy: # 0 there, 1 gone, 2 told. What is sent and the close both write the socket.
// toy: var socket
// toy: thread closer { r = exchange socket, 1 }
// toy: thread main {
// toy:   r = fetch_add socket, 0
// toy:   r = fetch_add socket, 0
// toy: }
// A datagram to an end that was closed is refused; the second time it is said that there is no such end. What was sent
// before is lost, and no signal comes. Nobody learns of it by receiving.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void* closer(void* unused) {
  close(ends[1]);
  return unused;
}

int main(void) {
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
  assert(send(ends[1], "unread", 6, 0) == 6);
  pthread_t thread;
  pthread_create(&thread, NULL, closer, NULL);
  int refused = 0;
  char text[8];
  for (int k = 0; k < 2; k++) {
    if (send(ends[0], "x", 1, 0) == 1) {
      assert(refused == 0);
      continue;
    }
    assert(errno == (refused == 0 ? ECONNREFUSED : ENOTCONN));
    refused++;
  }
  pthread_join(thread, NULL);
  long got = recv(ends[0], text, sizeof text, MSG_DONTWAIT);
  assert(refused == 0 ? got == 6 : got == -1 && errno == EAGAIN);
}
