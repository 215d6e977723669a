// expect: verified 1
// What main does before its first thread need not be understood, nor what is never done.
// count: the threads share nothing: 1 trace.
#include <pthread.h>

static long number = 7;
static int never;

static void look(long* to) {
  __asm__ volatile("fildq %1\n\tfistpq %0" : "=m"(*to) : "m"(number) : "memory");
}
static void* run(void* unused) {
  long copy = 0;
  if (never) look(&copy);
  return unused;
}

int main(void) {
  long copy;
  look(&copy);
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return copy != 7;
}
