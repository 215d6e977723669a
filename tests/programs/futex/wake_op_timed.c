// expect: bug livelock
// A thread waits with a timeout for a word that another one changes by FUTEX_WAKE_OP. Here it looks at the wrong word.
// fixed: verified 7
// count: The word is changed before the thread looks; before it waits, while it does, or after the wait has timed out;
// or, years later, at one of these three times of the second round. Then all is as it was. 7 traces.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic int word[2];

static void* waiter(void* unused) {
  struct timespec second = {1, 0};
#ifdef FIXED
  _Atomic int* mine = &word[1];
#else
  _Atomic int* mine = &word[0];
#endif
  while (atomic_load(mine) == 0) syscall(SYS_futex, mine, FUTEX_WAIT_PRIVATE, 0, &second, 0, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  syscall(SYS_futex, &word[0], FUTEX_WAKE_OP_PRIVATE, 1, 1, &word[1], FUTEX_OP(FUTEX_OP_SET, 7, FUTEX_OP_CMP_EQ, 0));
  pthread_join(t, 0);
}
