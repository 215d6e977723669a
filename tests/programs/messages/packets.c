// expect: verified 2
// count: which of the two sends comes first: 2
// A pair of sockets that keeps messages apart is two mailboxes.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void* send_one(void* number) {
  assert(send(ends[0], &number, sizeof number, 0) == sizeof number);
  return NULL;
}

int main(void) {
  assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
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
  assert(shutdown(ends[0], SHUT_WR) == 0);
  assert(recv(ends[1], &number, sizeof number, 0) == 0);
  assert(close(ends[0]) == 0 && close(ends[1]) == 0);
}
