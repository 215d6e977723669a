// expect: bug assertion
// options: --symbolic
// The sum of two positive numbers may be negative.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#include <assert.h>
#include <pthread.h>

static unsigned a, b;
static void* look(void* unused) {
  assert((int)(a + b) >= 0);
  return unused;
}
int main(void) {
  const int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
  __VERIFIER_assume(first >= 0 && second >= 0);
  a = first, b = second;
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  pthread_join(thread, 0);
}
