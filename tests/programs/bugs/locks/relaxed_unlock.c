// expect: bug data_race
// message: data race on counter
// location: relaxed_unlock.c:30
// A spinlock that is opened by a relaxed store: the next owner need not see what the last one did.
// fixed: verified 6
// toy: # Who finds it locked LOOKS times is known to spin; how many depends on the compiler.
// toy: const LOOKS = 2
// toy: var locked
// toy: thread t[2] {
// toy:   n = 0
// toy:   r = exchange locked, 1
// toy:   while r { n = n + 1; if n == LOOKS { await locked == 99 }; r = exchange locked, 1 }
// toy:   locked = 0
// toy: }
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
  pthread_t threads[2];
  for (int n = 0; n < 2; n++) pthread_create(&threads[n], 0, count, 0);
  for (int n = 0; n < 2; n++) pthread_join(threads[n], 0);
  return counter != 2;
}
