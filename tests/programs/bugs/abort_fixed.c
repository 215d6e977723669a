// expect: verified 2
// toy: var owner
// toy: thread t { r = exchange owner, 1 }
// toy: thread main { r = exchange owner, 1 }
// abort.c, where the slower one just returns.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owner;

static void* claim(void* unused) {
  if (atomic_exchange(&owner, 1)) return 0;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, claim, 0);
  (void)atomic_exchange(&owner, 1);
  pthread_join(t, 0);
  return 0;
}
