// expect: verified
// uncounted: the version of the compiler decides what is in the padding, and so how often it tries
// A long double has 6 bytes of padding, which take part in a compare-exchange as they do on the machine. The compiler's
// own loop for `+=` tries again then.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic long double sum;

static void *run(void *unused) {
  sum += 1.5L;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 3.0L);
}
