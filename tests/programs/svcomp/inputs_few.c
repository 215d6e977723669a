// expect: verified 8
// options: --races=explore
// assumes: __VERIFIER_nondet_* gives nothing but 0 to 3
// toy: var value
// toy: thread t { c = choose 4; value = c }
// toy: thread main { r = value }
// Without that they are 0 to 3.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int input;

static void *choose(void *argument) {
  input = __VERIFIER_nondet_int();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, choose, 0);
  assert(input < 4);
  pthread_join(thread, 0);
  return 0;
}
