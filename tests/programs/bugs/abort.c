// expect: bug abort
// A thread gives up if another one was faster.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int owner;

static void* claim(void* unused) {
  if (atomic_exchange(&owner, 1)) abort();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, claim, 0);
  (void)atomic_exchange(&owner, 1);
  pthread_join(t, 0);
  return 0;
}
