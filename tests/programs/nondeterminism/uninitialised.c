// expect: nondeterministic
// A thread branches on a stack slot that it never wrote: it finds what an earlier execution left there.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

__attribute__((noinline)) static int read_slot(volatile int* slot) { return *slot; }

__attribute__((noinline)) static int look(void) {
  volatile int slots[64];
  return read_slot(&slots[20]);
}

__attribute__((noinline)) static void fill(int value) {
  volatile int slots[64];
  for (int n = 0; n < 64; n++) slots[n] = value;
}

static void* run(void* unused) {
  int found = look();
  if (found > 0)
    x = 1;
  else
    y = 1;
  fill(found + 1);
  x = 2;
  y = 2;
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
