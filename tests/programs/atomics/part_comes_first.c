// expect: bug assertion
// A byte is used alone in some executions, before a larger access that was seen with another one in earlier executions.
// Found by hostile testing.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint64_t whole;
  uint32_t half;
  uint8_t byte;
} u;
static int go, write_byte, other, took;
static uint32_t seen = 7;

static void* writer(void* unused) {
  if (__atomic_load_n(&write_byte, __ATOMIC_SEQ_CST)) {
    took = 1;
    __atomic_store_n(&u.byte, 1, __ATOMIC_SEQ_CST);
  }
  return unused;
}

static void* reader(void* unused) {
  if (__atomic_load_n(&go, __ATOMIC_SEQ_CST)) {
    __atomic_store_n(&write_byte, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&other, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&other, 2, __ATOMIC_SEQ_CST);
    seen = __atomic_load_n(&u.half, __ATOMIC_SEQ_CST);
  } else {
    __atomic_store_n(&u.whole, 0x100000001u, __ATOMIC_SEQ_CST);
    __atomic_load_n(&u.half, __ATOMIC_SEQ_CST);
  }
  return unused;
}

static void* starter(void* unused) {
  __atomic_store_n(&go, 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_create(&threads[2], 0, starter, 0);
  for (int k = 0; k < 3; k++) pthread_join(threads[k], 0);
  assert(!(took && seen == 0));
}
