// expect: bug data_race
// fixed: verified 6
// count: one of two has it first (2), and the other one finds it free, or taken once, or taken twice, which is known to be spinning (3): 2 x 3 = 6.
// A spinlock that is taken as a word and freed by a store to its second byte. The store must be a release.
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t word;
  uint8_t byte[4];
} lock;
static int count;

static void* use(void* unused) {
  for (uint32_t free = 0; !__atomic_compare_exchange_n(&lock.word, &free, 0x100, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);) free = 0;
  count++;
#ifdef FIXED
  __atomic_store_n(&lock.byte[1], 0, __ATOMIC_RELEASE);
#else
  __atomic_store_n(&lock.byte[1], 0, __ATOMIC_RELAXED);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int k = 0; k < 2; k++) pthread_create(&threads[k], 0, use, 0);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
  return count != 2;
}
