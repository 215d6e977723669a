// expect: bug assertion 2
// message: last
// options: --keep-going
// count: Two stores of one variable, in either order: 2 traces.
// As handler.c, but it is registered by a thread: another execution ends without it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

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

static void check(void) {
  assert(last == 2);
}
static void* add(void* unused) {
  if (last == 1) atexit(check);
  return unused;
}

int main(void) {
  run_two();
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  pthread_join(thread, 0);
  return 0;
}
