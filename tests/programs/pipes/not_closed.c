// expect: bug deadlock 1
// toy: # The first read takes all that there is.
// toy: sem pipe
// toy: thread writer { release pipe }
// toy: thread main { acquire pipe; acquire pipe }
// The writer forgets to close its end: the reader waits for ever.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* unused) {
  assert(write(ends[1], "abc", 3) == 3);
  return unused;
}

int main(void) {
  pthread_t t;
  char text[10];
  pipe(ends);
  pthread_create(&t, 0, writer, 0);
  while (read(ends[0], text, sizeof text) > 0) {
  }
  pthread_join(t, 0);
  return 0;
}
