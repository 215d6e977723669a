// expect: bug misuse
// message: unlock of a spinlock that is not locked
// Locked once and unlocked twice.
// fixed: verified 1
// count: One thread makes steps at a time, for main waits for the end of the other: 1 trace.
#include <pthread.h>

static pthread_spinlock_t s;

static void* run(void* unused) {
  pthread_spin_lock(&s);
  pthread_spin_unlock(&s);
#ifndef FIXED
  pthread_spin_unlock(&s);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&s, 0);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
