// expect: verified 2
// toy: var x
// toy: thread store { x = 1 }
// toy: thread load { r = x }
// A store of 4 bytes and a load of the upper 2 of them concern the same memory.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t whole;
  uint16_t half[2];
} x;
static int missed;

static void* store(void* unused) {
  __atomic_store_n(&x.whole, 0x00010001u, __ATOMIC_SEQ_CST);
  return unused;
}

static void* load(void* unused) {
  missed = __atomic_load_n(&x.half[1], __ATOMIC_SEQ_CST) == 0;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, store, 0);
  pthread_create(&b, 0, load, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(missed == 0 || missed == 1);
  return 0;
}
