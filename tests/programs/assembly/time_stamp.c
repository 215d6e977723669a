// expect: verified 2
// rdtsc, as an instruction and as the compiler's function: virtual time, the same in every execution of a trace.
// count: two additions, in either order: 2 traces.
#include <assert.h>
#include <pthread.h>
#include <x86intrin.h>

static _Atomic int turn;

static unsigned long long now(void) {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long long)high << 32 | low;
}
static void* run(void* unused) {
  unsigned processor;
  unsigned long long before = now();
  turn++;
  unsigned long long between = __rdtsc();
  unsigned long long after = __rdtscp(&processor);
  assert(before < between && between < after);
  assert(processor == 0);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}
