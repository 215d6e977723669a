// expect: verified 16
// toy: var a8, a16, a32, a64
// toy: thread t[2] { r = fetch_add a8, 200; r = fetch_add a16, 40000; r = fetch_add a32, 3; r = fetch_add a64, 1 }
// Atomics of 1, 2, 4 and 8 bytes: every operation computes what it should; two threads add to one of each size.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint8_t a8;
static _Atomic uint16_t a16;
static _Atomic uint32_t a32;
static _Atomic uint64_t a64;

#define CHECK_OPERATIONS(type)                                          \
  {                                                                     \
    static _Atomic type x;                                              \
    const type top = (type)-1;                                          \
    atomic_store(&x, 5);                                                \
    assert(atomic_load(&x) == 5);                                       \
    assert(atomic_exchange(&x, 9) == 5);                                \
    assert(atomic_fetch_add(&x, 3) == 9);                               \
    assert(atomic_fetch_sub(&x, 2) == 12);                              \
    assert(atomic_fetch_and(&x, 6) == 10);                              \
    assert(atomic_fetch_or(&x, 9) == 2);                                \
    assert(atomic_fetch_xor(&x, 15) == 11);                             \
    assert(atomic_load(&x) == 4);                                       \
    assert(__atomic_fetch_nand((type*)&x, 6, __ATOMIC_SEQ_CST) == 4);   \
    assert(atomic_load(&x) == (type)~4);                                \
    type expected = 1;                                                  \
    assert(!atomic_compare_exchange_strong(&x, &expected, 2));          \
    assert(expected == (type)~4);                                       \
    assert(atomic_compare_exchange_strong(&x, &expected, top));         \
    assert(atomic_fetch_add(&x, 1) == top);                             \
    assert(atomic_load(&x) == 0);                                       \
    assert(__atomic_add_fetch((type*)&x, 4, __ATOMIC_ACQ_REL) == 4);    \
    assert(__atomic_sub_fetch((type*)&x, 1, __ATOMIC_RELAXED) == 3);    \
    assert(atomic_exchange_explicit(&x, 0, memory_order_acq_rel) == 3); \
    atomic_store_explicit(&x, 0, memory_order_release);                 \
    assert(atomic_load_explicit(&x, memory_order_acquire) == 0);        \
  }

static void* run(void* unused) {
  atomic_fetch_add(&a8, 200);
  atomic_fetch_add(&a16, 40000);
  atomic_fetch_add(&a32, 3000000000u);
  atomic_fetch_add(&a64, 10000000000000000000u);
  return unused;
}

static void* check(void* unused) {
  CHECK_OPERATIONS(uint8_t)
  CHECK_OPERATIONS(uint16_t)
  CHECK_OPERATIONS(uint32_t)
  CHECK_OPERATIONS(uint64_t)
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, run, 0);
  pthread_create(&t[1], 0, run, 0);
  pthread_create(&t[2], 0, check, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  assert(atomic_load(&a8) == (uint8_t)400 && atomic_load(&a16) == (uint16_t)80000);
  assert(atomic_load(&a32) == (uint32_t)6000000000u && atomic_load(&a64) == 10000000000000000000u * 2);
  return 0;
}
