// expect: bug assertion 2
// message: last
// options: --keep-going
// count: Two stores of one variable, in either order: 2 traces.
// A function of the section .fini_array runs when main returns.
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

__attribute__((destructor)) static void check(void) {
  assert(last == 2);
}

int main(void) {
  run_two();
  return 0;
}
