// expect: bug assertion
// options: --races=explore
// One of the two updates can be lost.
// fixed: verified 2
// toy: var counter
// toy: thread t[2] { r = fetch_add counter, 1 }
// toy: thread main { join t[0]; join t[1]; r = counter }
// The update is an atomic section: two orders of the sections.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
void reach_error(void) { assert(0); }
static int counter;

static void *add(void *argument) {
#ifdef FIXED
  __VERIFIER_atomic_begin();
  counter = counter + 1;
  __VERIFIER_atomic_end();
#else
  counter = counter + 1;
#endif
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, add, 0);
  pthread_create(&second, 0, add, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  if (counter != 2) reach_error();
  return 0;
}
