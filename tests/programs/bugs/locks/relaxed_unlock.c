// expect: bug data_race
// message: data race on counter
// location: relaxed_unlock.c:21
// A spinlock that is opened by a relaxed store: the next owner need not see what the last one did.
// fixed: verified
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
enum { kOpen = memory_order_release };
#else
enum { kOpen = memory_order_relaxed };
#endif

static atomic_int locked;
static int counter;

static void* count(void* unused) {
  while (atomic_exchange_explicit(&locked, 1, memory_order_acquire)) {
  }
  counter++;
  atomic_store_explicit(&locked, 0, kOpen);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  count(0);
  pthread_join(thread, 0);
  return counter != 2;
}
