// expect: bug deadlock
// peer: connect 8782
// peer: send "ab"
// peer: expect "ok"
// peer: close
// A server that waits for more than it is sent: the peer waits for an answer, and that is no rest. (Another thread
// waits for connections.)
// fixed: verified 8
// count: The server frees a number and the thread reserves one: 2 orders. The server ends what the peer reads (m2)
// after what it reads itself (m1); the peer takes the answer (r), then ends what it reads (p1) and what it writes (p2).
// m2 is before r, or before p1, or after it; then m1 and p2 are in either order: 2 (1 + 1 + 2) = 8.
#include <pthread.h>

#include "server.h"

static int server;

static void* listens(void* unused) {
  while (accept(server, 0, 0) >= 0) continue;
  return unused;
}

int main(void) {
  server = listening_at(8782);
  int number = accept(server, 0, 0);
  pthread_t t;
  pthread_create(&t, 0, listens, 0);
  char text[3];
#ifdef FIXED
  int wanted = 2;
#else
  int wanted = 3;
#endif
  for (int got = 0; got < wanted;) got += (int)read(number, text + got, (size_t)(wanted - got));
  assert(write(number, "ok", 2) == 2);
  close(number);
  pthread_join(t, 0);
}
