// expect: verified 2
// toy: var bytes
// toy: thread t { r = bytes }
// toy: thread main { bytes = 200 }
// smashed_stack.c, which stays within its array, and writes to where there is something.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int bytes;

static __attribute__((noinline)) int fill(int count) {
  volatile char buffer[16] = {0};
  for (int k = 0; k < count && k < 16; k++) buffer[k] = (char)0xee;
  return buffer[1];
}

static void* run(void* unused) {
  fill(atomic_load(&bytes));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&bytes, 200);
  pthread_join(t, 0);
  return 0;
}
