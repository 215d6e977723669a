// expect: verified 2
// toy: # Closing one end and writing to the other both write the pipe.
// toy: var pipe
// toy: thread reader { r = exchange pipe, -1 }
// toy: thread main { r = exchange pipe, 1 }
// The twin of broken.c, with a handler for the signal: it runs in the thread that writes.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2], handled;

static void handle(int number) {
  handled = number;
}

static void* reader(void* unused) {
  close(ends[0]);
  return unused;
}

int main(void) {
  pthread_t t;
  pipe(ends);
  signal(SIGPIPE, handle);
  pthread_create(&t, 0, reader, 0);
  long written = write(ends[1], "abc", 3);
  assert(written == 3 ? handled == 0 : errno == EPIPE && handled == SIGPIPE);
  pthread_join(t, 0);
  return 0;
}
