// expect: bug assertion
// message: number < event
// A thread that waits in accept() has a number for the connection already: whoever opens something meanwhile gets the
// next one, else the same one.
// fixed: verified 2
// count: Either has its number first, in a step that changes those in use: 2 orders.
#include <pthread.h>
#include <sys/eventfd.h>

#include "server.h"

static int server, event;

static void* opens(void* unused) {
  event = eventfd(0, 0);
  return unused;
}

int main(void) {
  server = listening_at(8773);
  int client = try_to_connect(8773);
  assert(client >= 0);
  pthread_t t;
  pthread_create(&t, 0, opens, 0);
  int number = accept(server, 0, 0);
  pthread_join(t, 0);
#ifdef FIXED
  assert(number != event && number + event == 2 * client + 3);
#else
  assert(number < event);
#endif
}
