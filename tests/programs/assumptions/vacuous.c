// expect: vacuous
// fixed: verified 2
// toy: var x
// toy: thread t[2] { r = fetch_add x, 1 }
// No execution keeps to the assumption, so that the assertion was never looked at. (With the right one it was, in
// some.)
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

#ifdef FIXED
enum { LEAST = 0 };
#else
enum { LEAST = 2 };
#endif

static void* run(void* unused) {
  int before = atomic_fetch_add(&x, 1);
  mazurka_assume(before >= LEAST);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
}
