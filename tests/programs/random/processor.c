// expect: bug assertion
// fixed: verified 1
// assumes: random numbers are the same in every execution, those of --random-seed=0; others are not explored
// count: The threads share nothing: 1 trace.
// The processor's random numbers do not repeat, and two threads do not get the same ones.
#include <assert.h>
#include <pthread.h>

static unsigned numbers[2];
static void* run(void* place) {
  unsigned char done;
  __asm__ volatile("rdrand %0\n\tsetc %1" : "=r"(*(unsigned*)place), "=q"(done) : : "cc");
  assert(done);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, run, &numbers[k]);
  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
#ifdef FIXED
  assert(numbers[0] != numbers[1]);
#else
  assert(numbers[0] == numbers[1]);
#endif
  return 0;
}
