// expect: bug signal
// message: SIGPIPE
// The reader may be gone when something is written.
// fixed: verified 2
// toy: # Closing one end and writing to the other both write the pipe.
// toy: var pipe
// toy: thread reader { r = exchange pipe, -1 }
// toy: thread main { r = exchange pipe, 1 }
// The twin of broken.c, which ignores the signal.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void* reader(void* unused) {
  close(ends[0]);
  return unused;
}

int main(void) {
  pthread_t t;
  pipe(ends);
#ifdef FIXED
  signal(SIGPIPE, SIG_IGN);
  pthread_create(&t, 0, reader, 0);
  long written = write(ends[1], "abc", 3);
  assert(written == 3 || (written == -1 && errno == EPIPE));
#else
  pthread_create(&t, 0, reader, 0);
  write(ends[1], "abc", 3);
#endif
  pthread_join(t, 0);
  return 0;
}
