// expect: verified 1
// count: What is written and read belongs to one thread: one trace.
// A socket that is closed with something unread in it resets the connection: the other end is told once. To shut a socket for reading
// leaves what is in it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int kinds[] = {SOCK_STREAM, SOCK_SEQPACKET};

static void* run(void* unused) {
  char byte;
  int ends[2];
  for (int k = 0; k < 2; k++) {
    assert(socketpair(AF_UNIX, kinds[k], 0, ends) == 0);
    assert(write(ends[1], "y", 1) == 1 && write(ends[0], "x", 1) == 1 && close(ends[1]) == 0);
    // A stream is read to its end first.
    if (kinds[k] == SOCK_STREAM) assert(read(ends[0], &byte, 1) == 1 && byte == 'y');
    assert(read(ends[0], &byte, 1) == -1 && errno == ECONNRESET);
    if (kinds[k] == SOCK_SEQPACKET) assert(read(ends[0], &byte, 1) == 1 && byte == 'y');
    assert(read(ends[0], &byte, 1) == 0);
    assert(socketpair(AF_UNIX, kinds[k], 0, ends) == 0);
    assert(write(ends[0], "x", 1) == 1 && read(ends[1], &byte, 1) == 1 && close(ends[1]) == 0);
    assert(read(ends[0], &byte, 1) == 0);
  }
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  assert(write(ends[0], "x", 1) == 1 && shutdown(ends[1], SHUT_RD) == 0);
  assert(read(ends[1], &byte, 1) == 1 && byte == 'x' && read(ends[1], &byte, 1) == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
