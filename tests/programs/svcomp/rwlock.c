// expect: bug assertion
// options: --races=explore
// The reader forgets to take the lock.
// fixed: verified 4
// A read-write lock made of functions that are one step, and wait by an assumption.
// count: Taking and giving back are 2 steps of each thread, and whoever would take the lock while the other holds it
//   stops there. The writer is first, and the reader comes after it or stops; or the other way round: 4 traces.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);
void reach_error(void) { assert(0); }

static int writing, readers, x, y;

static void __VERIFIER_atomic_take_write_lock(void) {
  __VERIFIER_assume(writing == 0 && readers == 0);
  writing = 1;
}
static void __VERIFIER_atomic_release_write_lock(void) { writing = 0; }
static void __VERIFIER_atomic_take_read_lock(void) {
  __VERIFIER_assume(writing == 0);
  readers = readers + 1;
}
static void __VERIFIER_atomic_release_read_lock(void) { readers = readers - 1; }

static void *write(void *argument) {
  __VERIFIER_atomic_take_write_lock();
  x = 3;
  __VERIFIER_atomic_release_write_lock();
  return argument;
}

static void *read(void *argument) {
#ifdef FIXED
  __VERIFIER_atomic_take_read_lock();
#endif
  y = x;
  if (y != x) reach_error();
#ifdef FIXED
  __VERIFIER_atomic_release_read_lock();
#endif
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, write, 0);
  pthread_create(&second, 0, read, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
