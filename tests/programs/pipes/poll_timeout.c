// expect: verified 2
// toy: # poll only looks.
// toy: var pipe
// toy: thread writer { pipe = 1 }
// toy: thread main { ready = pipe }
// The timeout comes before the write, or does not come.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pipe(ends);
  pthread_create(&t, 0, writer, 0);
  struct pollfd wanted = {ends[0], POLLIN, 0};
  int ready = poll(&wanted, 1, 1000);
  assert(ready == (wanted.revents != 0));
  pthread_join(t, 0);
  return 0;
}
