// expect: verified 6
// toy: # Who finds it locked LOOKS times is known to spin; how many depends on the compiler.
// toy: const LOOKS = 2
// toy: var word, inside
// toy: thread t[2] {
// toy:   n = 0
// toy:   r = exchange word, 1
// toy:   while r { n = n + 1; if n == LOOKS { await word == 99 }; r = exchange word, 1 }
// toy:   r = fetch_add inside, 1
// toy:   r = fetch_add inside, -1
// toy:   word = 0
// toy: }
// A lock by exchange: waiting is not unrolled, and the critical sections exclude each other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock, inside;

static void* work(void* unused) {
  while (atomic_exchange(&lock, 1) == 1) {
  }
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  lock = 0;
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
