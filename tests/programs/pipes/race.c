// expect: bug data_race
// What is read from a pipe orders the reader after the writer, not the other way round.
#include <pthread.h>
#include <unistd.h>

int data;
static int ends[2];

static void* reader(void* unused) {
  char c;
  read(ends[0], &c, 1);
  data = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pipe(ends);
  pthread_create(&t, 0, reader, 0);
  write(ends[1], "x", 1);
  data = 2;
  pthread_join(t, 0);
  return 0;
}
