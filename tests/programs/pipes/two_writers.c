// expect: verified 2
// toy: mailbox pipe
// toy: thread writer[2] { send pipe me }
// toy: thread main { receive pipe; receive pipe }
// Who writes first: 2. Whether the reader takes the first byte before or after the second is written does not matter.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* text) {
  assert(write(ends[1], text, 1) == 1);
  return 0;
}

int main(void) {
  pthread_t t, u;
  char first, second;
  pipe(ends);
  pthread_create(&t, 0, writer, "a");
  pthread_create(&u, 0, writer, "b");
  assert(read(ends[0], &first, 1) == 1 && read(ends[0], &second, 1) == 1 && first != second);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
