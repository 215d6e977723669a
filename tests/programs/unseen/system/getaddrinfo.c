// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// Addresses that are given in numbers are known to nobody else; the result goes where the program says.
#define _GNU_SOURCE
#include <netdb.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>

static struct addrinfo* found;
static struct addrinfo* volatile seen;

static void* run(void* unused) {
  struct addrinfo hints;
  memset(&hints, 0, sizeof hints);
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  getaddrinfo("127.0.0.1", "80", &hints, &found);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = found;
#else
  seen = found;
  pthread_join(t, 0);
#endif
  return 0;
}
