// expect: verified 10
// toy: var word, q  # q: what the last to wait has seen; who saw 2 waits until somebody wakes it
// toy: thread t[2] {
// toy:   r = cas word, 0, 1
// toy:   if !r { r = exchange word, 2; while r { copy word, q; await q != 2; r = exchange word, 2 } }
// toy:   r = exchange word, 0
// toy:   if r == 2 { r = cas q, 2, 0 }
// toy: }
// A mutex made of a futex: 0 free, 1 taken, 2 taken and maybe waited for.
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static int counter;

static void lock(void) {
  int free = 0;
  if (atomic_compare_exchange_strong(&word, &free, 1)) return;
  while (atomic_exchange(&word, 2) != 0) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, 0, 0, 0);
}

static void unlock(void) {
  if (atomic_exchange(&word, 0) == 2) syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

static void* run(void* unused) {
  lock();
  int old = counter;
  counter = old + 1;
  unlock();
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  assert(counter == 2);
  return 0;
}
