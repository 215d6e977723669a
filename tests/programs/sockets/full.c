// expect: bug deadlock
// There is room for one connection more than listen() was told, then who connects waits.
// fixed: verified 28
// count: As of two_clients.c: the second connection is tried before the first one was taken, and waits, or is not: 28.
// If two are accepted there is room again.
#include <pthread.h>

#include "server.h"

static void* client(void* unused) {
  assert(try_to_connect(8768) >= 0);
  return unused;
}

int main(void) {
  int server = bound_to(8768);
  assert(listen(server, 0) == 0);
  pthread_t t[2];
  for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, client, 0);
#ifdef FIXED
  for (int k = 0; k < 2; k++) assert(accept(server, 0, 0) >= 0);
#endif
  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
}
