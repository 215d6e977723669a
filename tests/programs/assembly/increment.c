// expect: bug data_race
// An increment of memory is one instruction, but without "lock" not one step.
// fixed: verified 2
// count: two locked increments, in either order: 2 traces.
#include <assert.h>
#include <pthread.h>

static int counter;

static void* run(void* unused) {
#ifdef FIXED
  __asm__ volatile("lock; incl %0" : "+m"(counter) : : "memory", "cc");
#else
  __asm__ volatile("incl %0" : "+m"(counter) : : "memory", "cc");
#endif
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  assert(counter == 2);
  return 0;
}
