// expect: bug data_race
// args: "a b" c
// input: c
// An argument and standard input together decide whether a thread writes.
// fixed: verified 1
// count: The thread has no step of its own but its end, and main joins it: 1 trace.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int written;

static void* write_it(void* unused) {
  written = 1;
  return unused;
}

int main(int count, char** words) {
  char text[8] = "";
  if (fread(text, 1, 7, stdin) != 1 || count != 3 || strcmp(words[1], "a b") != 0 || strcmp(words[2], text) != 0)
    return 0;
  pthread_t thread;
  pthread_create(&thread, 0, write_it, 0);
#ifdef FIXED
  pthread_join(thread, 0);
  return written - 1;
#else
  int seen = written;
  pthread_join(thread, 0);
  return seen - seen;
#endif
}
