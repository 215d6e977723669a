// expect: bug assertion
// options: --races=explore
// flags: -DMAZURKA_NONDET_MAX=9
// assumes: __VERIFIER_nondet_* gives nothing but 0 to 9
// Inputs that -D gives go to a program that does not include <mazurka.h>, too.
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
  assert(input < 9);
  pthread_join(thread, 0);
  return 0;
}
