// expect: verified 1
// Names of descriptors stand for the program's own: a file is opened anew, a pipe is the same.
// count: Only one thread makes steps, for main creates it and waits for its end: 1 trace.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void* run(void* unused) {
  char name[64], text[8] = "";
  int ends[2];
  int file = open("/tmp", O_TMPFILE | O_RDWR, 0600);
  assert(write(file, "hello", 5) == 5);
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  int again = open(name, O_RDONLY);
  assert(again > file && read(again, text, 8) == 5 && text[4] == 'o');
  assert(pipe(ends) == 0 && write(ends[1], "text", 4) == 4);
  snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
  int end = open(name, O_RDONLY);
  assert(end > ends[1] && read(end, text, 2) == 2 && read(ends[0], text, 2) == 2 && text[0] == 'x');
  close(end);
  close(ends[0]);
  assert(open(name, O_RDONLY) == -1 && errno == ENOENT);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
