// expect: bug assertion 2
// message: last
// options: --keep-going
// count: Two stores of one variable, in either order: 2 traces.
// What lies in a stream is written when main returns, by a function of the program.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static _Atomic int last;
static void* run(void* number) {
  last = (int)(long)number;
  return 0;
}
static void run_two(void) {
  pthread_t threads[2];
  for (long k = 0; k < 2; k++) pthread_create(&threads[k], 0, run, (void*)(k + 1));
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
}

static ssize_t check(void* unused, const char* text, size_t bytes) {
  (void)unused, (void)text;
  assert(last == 2);
  return (ssize_t)bytes;
}

int main(void) {
  FILE* file = fopencookie(0, "w", (cookie_io_functions_t){.write = check});
  fputs("text", file);
  run_two();
  return 0;
}
