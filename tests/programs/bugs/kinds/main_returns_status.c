// expect: bug exit
// message: 5
// main returns a status other than 0 in some executions.
// fixed: verified 2
// toy: var x
// toy: thread t { x = 5 }
// toy: thread main { status = x }
// With another status.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* run(void* unused) {
  atomic_store(&x, 5);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int status = atomic_load(&x);
  pthread_join(t, 0);
#ifdef FIXED
  return status < 0;
#else
  return status;
#endif
}
