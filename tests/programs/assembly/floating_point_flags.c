// expect: bug assertion
// fixed: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// What has occurred in a thread's computations is its own, also for who asks the processor; and nobody has set
// anything.
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>

static const volatile double one = 1, three = 3;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void divide(void) {
  volatile double third = one / three;
  (void)third;
}

static unsigned short status(void) {
  unsigned short word;
  __asm__ volatile("fnstsw %%ax" : "=a"(word));
  return word;
}

static void* first(void* unused) {
  const volatile long double two = 2, seven = 7;
  volatile long double part = two / seven;
  (void)part;
  divide();
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  assert((_mm_getcsr() & _MM_EXCEPT_INEXACT) != 0 && (status() & 0x20) != 0);
  return unused;
}

static void* other(void* unused) {
#ifndef FIXED
  divide();
#endif
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  assert((_mm_getcsr() & _MM_EXCEPT_INEXACT) == 0 && (status() & 0x20) == 0);
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, other, 0);
  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
  return 0;
}
