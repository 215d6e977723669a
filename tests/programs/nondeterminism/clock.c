// expect: nondeterministic
// What the threads do depends on the processor's clock, which is read without a system call.
#include <pthread.h>
#include <stdatomic.h>
#include <x86intrin.h>

static atomic_int x, y;

static void* run(void* unused) {
  for (int n = 0; n < 12; n++) {
    if (__rdtsc() / 7 % 2 == 0)
      x = 1;
    else
      y = 1;
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
