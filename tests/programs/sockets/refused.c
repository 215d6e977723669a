// expect: bug assertion
// message: number >= 0
// A thread connects before anybody listens there.
// fixed: verified 2
// count: As of tcp.c: socket() and the number that accept() reserves are in 2 orders.
// It is started when there is somebody.
#include <pthread.h>

#include "server.h"

static void* client(void* unused) {
  int number = try_to_connect(8766);
  assert(number >= 0);
  return unused;
}

int main(void) {
  pthread_t t;
#ifdef FIXED
  int server = listening_at(8766);
  pthread_create(&t, 0, client, 0);
#else
  pthread_create(&t, 0, client, 0);
  int server = listening_at(8766);
#endif
  assert(accept(server, 0, 0) >= 0);
  pthread_join(t, 0);
}
