// expect: verified 1
// toy: sem pipe
// toy: thread writer { release pipe }
// toy: thread main { acquire pipe }
// The reader waits for what is written; the write happens before the read, for plain variables too.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], data;

static void* writer(void* unused) {
  data = 7;
  assert(write(ends[1], "abc", 3) == 3);
  return unused;
}

int main(void) {
  pthread_t t;
  char text[10];
  assert(pipe(ends) == 0);
  pthread_create(&t, 0, writer, 0);
  assert(read(ends[0], text, sizeof text) == 3 && text[2] == 'c' && data == 7);
  pthread_join(t, 0);
  return 0;
}
