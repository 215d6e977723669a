// expect: verified 7
// toy: var x
// toy: thread whole { x = 1; r = x }
// toy: thread halves { x = 2; x = 3; r = x }
// Stores to parts, and to all of it. The parts are one object with the whole.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint64_t whole;
  uint32_t half[2];
} x;

static void* whole(void* unused) {
  __atomic_store_n(&x.whole, 0x0000000100000001u, __ATOMIC_SEQ_CST);
  const uint64_t seen = __atomic_load_n(&x.whole, __ATOMIC_SEQ_CST);
  assert((uint32_t)seen == 1 || (uint32_t)seen == 2);
  return unused;
}

static void* halves(void* unused) {
  __atomic_store_n(&x.half[0], 2, __ATOMIC_SEQ_CST);
  __atomic_store_n(&x.half[1], 3, __ATOMIC_SEQ_CST);
  assert(__atomic_load_n(&x.half[1], __ATOMIC_SEQ_CST) != 0);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, whole, 0);
  pthread_create(&b, 0, halves, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
