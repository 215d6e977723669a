// expect: bug assertion
// options: --symbolic-stdin=6
// A number is read from standard input, line by line, and given to a thread.
// message: number != 4711
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static long number;

static void* use(void* unused) {
  assert(number != 4711);
  return unused;
}

int main(void) {
  char line[16];
  if (fgets(line, sizeof line, stdin) == NULL) return 0;
  char* end;
  number = strtol(line, &end, 10);
  if (*end != '\n') return 0;
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  pthread_join(thread, 0);
}
