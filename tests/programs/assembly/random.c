// expect: unsupported rdrand
// The processor's random numbers are not controlled.
#include <pthread.h>

static void* run(void* unused) {
  unsigned number;
  unsigned char done;
  __asm__ volatile("rdrand %0\n\tsetc %1" : "=r"(number), "=q"(done) : : "cc");
  return number % 2 ? unused : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
