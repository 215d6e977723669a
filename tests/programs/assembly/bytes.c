// expect: unsupported assembly
// Instructions as numbers: this is "lock incl (%rdi)".
#include <pthread.h>

static int counter;

static void* run(void* unused) {
  __asm__ volatile(".byte 0xf0, 0xff, 0x07" : : "D"(&counter) : "memory", "cc");
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return counter != 2;
}
