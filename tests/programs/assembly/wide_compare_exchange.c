// expect: verified 2
// lock cmpxchg16b of two words at once.
// count: the first one succeeds and the other fails: 2 traces.
#include <assert.h>
#include <pthread.h>

static struct {
  unsigned long low, high;
} __attribute__((aligned(16))) pair = {1, 2};
static int won[2];

static void* run(void* argument) {
  long me = (long)argument;
  unsigned long low = 1, high = 2;
  unsigned char done;
  __asm__ volatile("lock cmpxchg16b %1\n\tsete %0"
                   : "=q"(done), "+m"(pair), "+a"(low), "+d"(high)
                   : "b"(10 + me), "c"(20 + me)
                   : "memory", "cc");
  won[me] = done;
  if (!done) assert(low == 11 - (unsigned long)me && high == 21 - (unsigned long)me);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (long n = 0; n < 2; n++) pthread_create(&t[n], 0, run, (void*)n);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  assert(won[0] + won[1] == 1);
  return 0;
}
