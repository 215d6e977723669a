// expect: verified 4
// toy: # Bytes that several threads read are an object like others: reading and writing write it.
// toy: sem pipe
// toy: thread a { release pipe; spawn b; spawn c }
// toy: thread b { acquire pipe }
// toy: thread c { release pipe }
// toy: thread main { spawn a; acquire pipe; join a; join b; join c }
// That a second thread reads comes up when something lies unread in the pipe, and other threads go on.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static pthread_t b, c;

static void* reader(void* unused) {
  char text;
  assert(read(ends[0], &text, 1) == 1);
  return unused;
}

static void* writer(void* unused) {
  assert(write(ends[1], "b", 1) == 1);
  return unused;
}

static void* first(void* unused) {
  assert(write(ends[1], "a", 1) == 1);
  pthread_create(&b, NULL, reader, NULL);
  pthread_create(&c, NULL, writer, NULL);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t a;
  pthread_create(&a, NULL, first, NULL);
  char text;
  assert(read(ends[0], &text, 1) == 1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
}
