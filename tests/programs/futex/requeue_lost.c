// expect: bug deadlock
// A waiter is made to wait on another word, where nobody wakes it.
// fixed: verified 4
// toy: mutex q
// toy: sem w
// toy: var word, in
// toy: thread waiter { lock q; r = word; if r == 0 { in = 1 }; unlock q; if r == 0 { acquire w } }
// toy: thread main { word = 1; lock q; a = in; unlock q; lock q; if a == 1 { release w }; unlock q }
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int word, other;

static void* waiter(void* unused) {
  struct timespec* for_ever = 0;
#ifdef TIMED
  struct timespec deadline = {1, 0};
  for_ever = &deadline;
#endif
  long result = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, for_ever, 0, 0);
  assert(result == 0 || errno == EAGAIN || (for_ever && errno == ETIMEDOUT));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  atomic_store(&word, 1);
  syscall(SYS_futex, &word, FUTEX_REQUEUE_PRIVATE, 0, 1, &other, 0);
#ifdef FIXED
  syscall(SYS_futex, &other, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
#endif
  pthread_join(t, 0);
  return 0;
}
