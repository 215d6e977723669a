// expect: bug abort
// A thread gives up if another one was faster.
// fixed: verified 2
// toy: var owner
// toy: thread t { r = exchange owner, 1 }
// toy: thread main { r = exchange owner, 1 }
// abort.c, where the slower one just returns.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int owner;

static void* claim(void* unused) {
#ifdef FIXED
  if (atomic_exchange(&owner, 1)) return 0;
#else
  if (atomic_exchange(&owner, 1)) abort();
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, claim, 0);
  (void)atomic_exchange(&owner, 1);
  pthread_join(t, 0);
  return 0;
}
