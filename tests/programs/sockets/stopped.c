// expect: verified 10
// count: The thread reserves a number (a), is refused (k) and gives it up (b), after the shutdown; main makes a socket
// (s), is refused (r) and closes it (c). a b s c are ordered as the numbers in use, k r as both touch the socket. Of
// the 6 orders of a < b with s < c, r < k goes with all but a b s c, and k < r with all but s c a b: 5 + 5 = 10.
// shutdown() ends the wait of a thread that accepts.
#include <errno.h>
#include <pthread.h>

#include "server.h"

static int server;

static void* accepts(void* unused) {
  assert(accept(server, 0, 0) == -1 && errno == EINVAL);
  return unused;
}

int main(void) {
  server = listening_at(8772);
  pthread_t t;
  pthread_create(&t, 0, accepts, 0);
  assert(shutdown(server, SHUT_RDWR) == 0);
  assert(try_to_connect(8772) == -1 && errno == ECONNREFUSED);
  pthread_join(t, 0);
  close(server);
}
