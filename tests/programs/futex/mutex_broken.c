// expect: bug deadlock
// mutex.c, but who waited takes the mutex as 1: a third thread that waits too is never woken.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void lock(void) {
  for (;;) {
    int free = 0;
    if (atomic_compare_exchange_strong(&word, &free, 1)) return;
    int taken = 1;
    if (atomic_compare_exchange_strong(&word, &taken, 2) || taken == 2)
      syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, 0, 0, 0);
  }
}

static void unlock(void) {
  if (atomic_exchange(&word, 0) == 2) syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

static void* run(void* unused) {
  lock();
  unlock();
  return unused;
}

int main(void) {
  pthread_t t[3];
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  return 0;
}
