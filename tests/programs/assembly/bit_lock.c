// expect: verified 2
// lock bts with an offset in a register sets a bit of a word further on, which plain code must not touch meanwhile.
// count: one of the two threads gets the bit: 2 traces.
#include <assert.h>
#include <pthread.h>

static unsigned words[4];
static int got[2];

static void* run(void* argument) {
  long me = (long)argument;
  unsigned char was;
  __asm__ volatile("lock btsl %2, %1\n\tsetc %0" : "=q"(was), "+m"(words[0]) : "r"(70) : "memory", "cc");
  got[me] = !was;
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (long n = 0; n < 2; n++) pthread_create(&t[n], 0, run, (void*)n);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  assert(got[0] + got[1] == 1);
  assert(words[2] == 1u << 6 && words[0] == 0);
  return 0;
}
