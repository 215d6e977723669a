// expect: unsupported an assumption that does not hold in an atomic section after a write
// options: --races=explore
// Others would see the first half of a step that does not happen.
#include <pthread.h>

extern void __VERIFIER_assume(int condition);
static int x, y;

static void __VERIFIER_atomic_half(void) {
  x = 1;
  __VERIFIER_assume(y == 1);
}

static void *run(void *argument) {
  __VERIFIER_atomic_half();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  y = x == 0;
  pthread_join(thread, 0);
  return 0;
}
