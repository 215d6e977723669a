// expect: verified 2
// flags: -mcx16 -latomic
// toy: var x
// toy: thread run { x = -1 }
// toy: thread look { r = x }
// Atomics of 16 bytes: every operation computes what it should, and no thread sees half of a value.
#include <assert.h>
#include <pthread.h>

typedef unsigned __int128 wide;

static wide x, y;

static wide both(unsigned long long half) {
  return ((wide)half << 64) | half;
}

static void* run(void* unused) {
  assert(__atomic_exchange_n(&y, both(2), __ATOMIC_SEQ_CST) == 0);
  assert(__atomic_fetch_add(&y, both(3), __ATOMIC_SEQ_CST) == both(2));
  assert(__atomic_fetch_sub(&y, both(1), __ATOMIC_SEQ_CST) == both(5));
  assert(__atomic_fetch_and(&y, both(6), __ATOMIC_SEQ_CST) == both(4));
  assert(__atomic_fetch_or(&y, both(3), __ATOMIC_SEQ_CST) == both(4));
  assert(__atomic_fetch_xor(&y, both(1), __ATOMIC_SEQ_CST) == both(7));
  wide expected = both(1);
  assert(!__atomic_compare_exchange_n(&y, &expected, 0, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(expected == both(6));
  assert(__atomic_compare_exchange_n(&y, &expected, both(9), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(__atomic_load_n(&y, __ATOMIC_SEQ_CST) == both(9));
  __atomic_store_n(&x, both(~0ull), __ATOMIC_SEQ_CST);
  return unused;
}

static void* look(void* unused) {
  wide seen = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
  assert(seen == 0 || seen == both(~0ull));
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
