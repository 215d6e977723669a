// expect: verified 2
// toy: sem pipe
// toy: thread writer { release pipe }
// toy: thread main { r = tryacquire pipe }
// A reader that does not wait comes before or after the writer.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* unused) {
  assert(write(ends[1], "a", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  char c, many[70000];
  pipe(ends);
  assert(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0);
  pthread_create(&t, 0, writer, 0);
  long got = read(ends[0], &c, 1);
  assert(got == 1 || (got == -1 && errno == EAGAIN));
  pthread_join(t, 0);
  int left = 0;
  assert(ioctl(ends[0], FIONREAD, &left) == 0 && left == (got == 1 ? 0 : 1));
  // What is beyond whole pages goes to the page that was begun, and whole pages to the others.
  long room = left == 0 ? 65536 : 15 * 4096 + sizeof many % 4096;
  assert(write(ends[1], many, sizeof many) == room && write(ends[1], many, 1) == -1 && errno == EAGAIN);
  assert(lseek(ends[0], 0, SEEK_SET) == -1 && errno == ESPIPE && write(ends[0], "x", 1) == -1 && errno == EBADF);
  return 0;
}
