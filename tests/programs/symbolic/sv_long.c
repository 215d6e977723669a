// expect: bug assertion
// options: --symbolic
// A number of 64 bits, of which 32 get lost on the way through a thread.
extern long __VERIFIER_nondet_long(void);
#include <assert.h>
#include <pthread.h>

static long wide;
static int narrow;
static void* convert(void* unused) {
  narrow = (int)wide;
  return unused;
}
int main(void) {
  wide = __VERIFIER_nondet_long();
  pthread_t thread;
  pthread_create(&thread, 0, convert, 0);
  pthread_join(thread, 0);
  assert(narrow == wide);
}
