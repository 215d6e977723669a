// expect: verified 3
// toy: var q  # 1 while the thread waits
// toy: thread run { q = 1; r = cas q, 1, 0 }
// toy: thread main { r = cas q, 1, 0 }
// The wake comes before the wait, while it waits, or after it has timed out.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int word;

static void* run(void* unused) {
  struct timespec second = {1, 0};
  time_t before = time(0);
  long result = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &second, 0, 0);
  assert(result == 0 || (errno == ETIMEDOUT && time(0) > before));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
  pthread_join(t, 0);
  return 0;
}
