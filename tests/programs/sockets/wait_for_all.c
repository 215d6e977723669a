// expect: bug assertion
// message: got == 8
// fixed: verified 2
// count: the reader finds four bytes first, or all eight: 2 traces.
// With MSG_WAITALL, recv returns when all bytes have come; without, it may be given fewer.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>

#ifdef FIXED
enum { kFlags = MSG_WAITALL };
#else
enum { kFlags = 0 };
#endif
static int ends[2];

static void* writer(void* unused) {
  (void)unused;
  assert(send(ends[1], "abcd", 4, 0) == 4);
  assert(send(ends[1], "efgh", 4, 0) == 4);
  return 0;
}

int main(void) {
  char text[8];
  pthread_t t;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_create(&t, 0, writer, 0);
  long got = recv(ends[0], text, sizeof text, kFlags);
  assert(got == 8 && memcmp(text, "abcdefgh", 8) == 0);
  pthread_join(t, 0);
  return 0;
}
