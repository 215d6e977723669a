// expect: bug deadlock
// fixed: verified 3
// toy: # Bytes that several threads read are an object like others: reading and writing write it.
// toy: sem pipe
// toy: thread reader { acquire pipe }
// toy: thread main { release pipe; release pipe; acquire pipe }
// A pipe that two threads read is no mailbox: one of them may take all that there is, and the other waits for ever.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

#ifdef FIXED
#define MOST 1
#else
#define MOST 2
#endif

static void* reader(void* unused) {
  char text[MOST];
  assert(read(ends[0], text, MOST) > 0);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  assert(write(ends[1], "a", 1) == 1 && write(ends[1], "b", 1) == 1);
  char text[MOST];
  assert(read(ends[0], text, MOST) > 0);
  pthread_join(thread, NULL);
}
