// expect: bug assertion
// Whoever waits with a timeout in a loop may be woken by FUTEX_WAKE_OP, in its first round, too.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic int word[2];

static void* waiter(void* unused) {
  struct timespec second = {1, 0};
  int rounds = 0;
  long last = -1;
  for (; atomic_load(&word[1]) == 0; rounds++) last = syscall(SYS_futex, &word[1], FUTEX_WAIT_PRIVATE, 0, &second, 0, 0);
  assert(rounds != 1 || last != 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  syscall(SYS_futex, &word[0], FUTEX_WAKE_OP_PRIVATE, 1, 1, &word[1], FUTEX_OP(FUTEX_OP_SET, 7, FUTEX_OP_CMP_EQ, 0));
  pthread_join(t, 0);
}
