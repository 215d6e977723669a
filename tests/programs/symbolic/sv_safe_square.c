// expect: verified 2
// options: --symbolic
// Squares leave 0, 1 or 4 if they are divided by 8, whatever the number.
// count: One thread beside main, which waits for it. The number is even or odd: 2.
extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>
#include <pthread.h>

static unsigned x;
static void* look(void* unused) {
  const unsigned rest = x * x & 7;
  if (x & 1)
    assert(rest == 1);
  else
    assert((rest | 4) == 4);
  return unused;
}
int main(void) {
  x = __VERIFIER_nondet_uint();
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  pthread_join(thread, 0);
}
