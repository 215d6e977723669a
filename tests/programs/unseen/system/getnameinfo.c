// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A numeric name of an address goes where the program says.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>

static char name[32];
static volatile char seen;

static void* run(void* unused) {
  struct sockaddr_in address = {0};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  getnameinfo((struct sockaddr*)&address, sizeof address, name, sizeof name, 0, 0, NI_NUMERICHOST);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = name[1];
#else
  seen = name[1];
  pthread_join(t, 0);
#endif
  return 0;
}
