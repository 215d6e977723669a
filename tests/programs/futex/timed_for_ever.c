// expect: bug livelock
// A thread waits with a timeout, again and again: it is woken, but nobody changes the word.
// fixed: verified
// uncounted: 5 traces, or 6 where a version of the compiler keeps more on the stack
// The word is changed before the thread looks; before it waits, or after that, when the wait times out; or, years later,
// before the second wait or after it.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Atomic int word;

static void* waiter(void* unused) {
  struct timespec second = {1, 0};
  while (atomic_load(&word) == 0) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &second, 0, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
#ifdef FIXED
  atomic_store(&word, 1);
#else
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
#endif
  pthread_join(t, 0);
}
