// expect: nondeterministic
// What the threads do depends on the processor's clock, which is read by an instruction that nobody can recognise.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static unsigned ticks(void) {
  unsigned low, high;
  __asm__ volatile(".byte 0x0f, 0x31" : "=a"(low), "=d"(high));  // rdtsc
  return low;
}
static void* run(void* unused) {
  for (int n = 0; n < 12; n++) {
    if (ticks() / 7 % 2 == 0)
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
