// expect: verified
// uncounted: which attempts look the same on the stack depends on the version of the compiler
// A spinlock of inline assembly: xchg takes it, a plain store gives it back, as in the processor's manual.
#include <assert.h>
#include <pthread.h>

static int locked;
static int counter;

static void lock(void) {
  for (;;) {
    int one = 1;
    __asm__ volatile("xchgl %0, %1" : "+r"(one), "+m"(locked) : : "memory");
    if (one == 0) return;
    __asm__ volatile("pause");
  }
}
static void unlock(void) {
  __asm__ volatile("movl $0, %0" : "=m"(locked) : : "memory");
}
static void* run(void* unused) {
  lock();
  counter++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  assert(counter == 2);
  return 0;
}
