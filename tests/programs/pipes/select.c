// expect: verified 2
// toy: # select only looks; the second one is after the join.
// toy: var pipe
// toy: thread writer { pipe = 1 }
// toy: thread main { ready = pipe }
// A select that does not wait comes before or after the write; one that waits finds what was written.
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  fd_set reads, writes;
  struct timeval now = {0, 0};
  pipe(ends);
  pthread_create(&t, 0, writer, 0);
  FD_ZERO(&reads);
  FD_SET(ends[0], &reads);
  int ready = select(ends[0] + 1, &reads, 0, 0, &now);
  assert(ready == (FD_ISSET(ends[0], &reads) != 0));
  pthread_join(t, 0);
  FD_SET(ends[0], &reads);
  FD_ZERO(&writes);
  FD_SET(ends[1], &writes);
  assert(select(ends[1] + 1, &reads, &writes, 0, 0) == 2 && FD_ISSET(ends[0], &reads) && FD_ISSET(ends[1], &writes));
  assert(getpid() > 0 && getpid() == getpid());
  return 0;
}
