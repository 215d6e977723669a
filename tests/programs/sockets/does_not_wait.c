// expect: unsupported connect of a TCP socket that does not wait
// When it would be connected is not explored.
#include <pthread.h>

#include "server.h"

static void* nothing(void* unused) {
  return unused;
}

int main(void) {
  struct sockaddr_in address = address_of(8774);
  listening_at(8774);
  pthread_t t;
  pthread_create(&t, 0, nothing, 0);
  pthread_join(t, 0);
  connect(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), (struct sockaddr*)&address, sizeof address);
}
