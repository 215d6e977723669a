// expect: bug signal
// message: at address 0x8
// location: smashed_stack.c:23
// flags: -fno-stack-protector
// A thread overwrites its own stack, return addresses and all, and then crashes.
// fixed: verified 2
// toy: var bytes
// toy: thread t { r = bytes }
// toy: thread main { bytes = 200 }
// smashed_stack.c, which stays within its array, and writes to where there is something.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int bytes;

static __attribute__((noinline)) int fill(int count) {
#ifdef FIXED
  volatile char buffer[16] = {0};
  for (int k = 0; k < count && k < 16; k++) buffer[k] = (char)0xee;
#else
  volatile char buffer[16];
  for (volatile char* at = buffer; count > 0; count--) at[count] = (char)0xee;
  *(volatile int*)8 = buffer[0];
#endif
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
