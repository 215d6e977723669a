// expect: unsupported assembly
// flags: -masm=intel
// The other way to write assembly is understood as far as it does not touch memory.
#include <pthread.h>

static int counter;

static void* run(void* unused) {
  __asm__ volatile("pause");
  __asm__ volatile("lock inc dword ptr [%0]" : : "r"(&counter) : "memory", "cc");
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return counter != 2;
}
