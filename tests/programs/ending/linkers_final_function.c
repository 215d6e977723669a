// expect: bug assertion 2
// message: last
// flags: -Wl,-fini=check
// options: --keep-going
// count: Two stores of one variable, in either order: 2 traces.
// The linker was told of a function to run at the end.
#include <assert.h>
#include <pthread.h>

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

void check(void) {
  assert(last == 2);
}

int main(void) {
  run_two();
  return 0;
}
