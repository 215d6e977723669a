// expect: verified 3
// options: --races=explore
// toy: var word, q = 2  # q: what the waiter has seen; if 0, it waits until it is woken
// toy: thread t { copy word, q; await q != 0 }
// toy: thread main { word = 1; r = cas q, 0, 2 }
// The word of a futex is the program's memory, and may be a volatile variable.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile int word;

static void* run(void* unused) {
  long result = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
  assert(result == 0 || (result == -1 && errno == EAGAIN));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  word = 1;
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
  pthread_join(t, 0);
  return 0;
}
