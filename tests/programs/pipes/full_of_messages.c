// expect: bug deadlock
// fixed: verified 1
// count: Main reads after the join: one trace.
// A socket is full long before its bytes are: every message is charged for. Nobody reads before all is written.
#include <pthread.h>
#include <sys/socket.h>

static int ends[2];

static void* run(void* unused) {
#ifdef FIXED
  enum { kMessages = 250 };
#else
  enum { kMessages = 300 };
#endif
  char byte = 0;
  for (int k = 0; k < kMessages; k++) send(ends[0], &byte, 1, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  char byte;
  socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  while (recv(ends[1], &byte, 1, MSG_DONTWAIT) == 1) continue;
  return 0;
}
