// expect: verified 2
// toy: # It asks for more than it gets. What the second read waits for is that the other end is closed.
// toy: mailbox pipe
// toy: thread writer { send pipe 0; close pipe }
// toy: thread main { receive pipe; poll pipe; receive pipe }
// The reader goes on to the end of the file. It takes what was written before or after the writer closes its end.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* unused) {
  assert(write(ends[1], "abc", 3) == 3);
  close(ends[1]);
  return unused;
}

int main(void) {
  pthread_t t;
  char text[10];
  pipe(ends);
  pthread_create(&t, 0, writer, 0);
  assert(read(ends[0], text, sizeof text) == 3);
  assert(read(ends[0], text, sizeof text) == 0);
  pthread_join(t, 0);
  return 0;
}
