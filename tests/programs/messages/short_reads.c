// expect: bug assertion
// message: got == 4
// fixed: verified 2
// toy: # As many messages as there are for now.
// toy: mailbox socket
// toy: thread writer { send socket 0; send socket 1 }
// toy: thread main { receive socket; r = poll socket; if r < 0 { receive socket } }
// A read of bytes gives what is there, which may be less than was asked for.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* unused) {
  assert(send(ends[0], "ab", 2, 0) == 2 && send(ends[0], "cd", 2, 0) == 2);
  return unused;
}

int main(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  char text[5] = "";
#ifdef FIXED
  for (long sum = 0; sum < 4;) {
    long got = recv(ends[1], text + sum, 4 - (unsigned long)sum, 0);
    assert(got > 0);
    sum += got;
  }
#else
  long got = recv(ends[1], text, 4, 0);
  assert(got == 4);
#endif
  assert(strcmp(text, "abcd") == 0);
  pthread_join(thread, NULL);
}
