// expect: verified 3
// Dekker's handshake with the three barriers that programs use: mfence, a locked addition of nothing to the stack, and
// none at all for the compiler only. Empty assembly, nop and cpuid are harmless.
// count: each load sees the other's store or not, but not both miss it: 3 traces.
#include <assert.h>
#include <pthread.h>

static _Atomic int wants[2];
static int inside;

static void barrier(int kind) {
  if (kind == 0)
    __asm__ volatile("mfence" : : : "memory");
  else
    __asm__ volatile("lock; addl $0, -4(%%rsp)" : : : "memory", "cc");
  __asm__ volatile("" : : : "memory");
}
static void* run(void* argument) {
  long me = (long)argument;
  unsigned a = 0, b, c = 0, d;
  __asm__ volatile("nop\n\tcpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  wants[me] = 1;
  barrier((int)me);
  if (!wants[1 - me]) inside++;
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (long n = 0; n < 2; n++) pthread_create(&t[n], 0, run, (void*)n);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  assert(inside <= 1);
  return 0;
}
