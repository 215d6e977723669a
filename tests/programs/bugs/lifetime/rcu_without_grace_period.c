// expect: bug data_race
// message: free by T0, not ordered after the atomic read
// location: rcu_without_grace_period.c:32
// Read-copy-update without the wait for readers who still have the old version.
// fixed: verified 5
// toy: var version = 1, readers
// toy: thread reader { r = fetch_add readers, 1; v = version; r = fetch_add readers, -1 }
// toy: thread main { v = exchange version, 2; r = readers; if r != 0 { await readers == 99 } }  # who looks too early waits for ever
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int* _Atomic version;
static atomic_int readers;

static void* reader(void* unused) {
  readers++;
  (void)atomic_load(version);
  readers--;
  return unused;
}

int main(void) {
  version = calloc(1, sizeof *version);
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  atomic_int* old = atomic_exchange(&version, calloc(1, sizeof *version));
#ifdef FIXED
  while (readers != 0) {
  }
#endif
  free(old);
  pthread_join(thread, 0);
  return 0;
}
