// expect: bug exit
// message: 3
// A thread ends the whole program with status 3.
// fixed: verified 2
// toy: var x
// toy: thread t { r = x }
// toy: thread main { x = 1 }
// With status 0.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void* run(void* unused) {
#ifdef FIXED
  if (atomic_load(&x)) exit(0);
#else
  if (atomic_load(&x)) exit(3);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&x, 1);
  pthread_join(t, 0);
  return 0;
}
