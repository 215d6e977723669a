// expect: bug assertion
// options: --races=explore
// A barrier that does not wait for the second thread.
// fixed: verified 4
// toy: var arrived
// toy: thread t[2] { r = fetch_add arrived, 1; r = arrived; if r < 2 { await arrived == 99 } }
// A barrier made of a counter and a spin loop on it.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
void reach_error(void) { assert(0); }

static int arrived, a, b;

static void wait_for_both(void) {
  __VERIFIER_atomic_begin();
  arrived = arrived + 1;
  __VERIFIER_atomic_end();
#ifdef FIXED
  while (arrived < 2) {
#else
  while (arrived < 1) {
#endif
  }
}

static void *first(void *argument) {
  a = 1;
  wait_for_both();
  if (b != 1) reach_error();
  return argument;
}

static void *second(void *argument) {
  b = 1;
  wait_for_both();
  if (a != 1) reach_error();
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
