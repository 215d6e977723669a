// expect: verified 3
// toy: var word, q = 2  # q: what the waiter has seen; if 0, it waits until it is woken
// toy: thread t { copy word, q; await q != 0 }
// toy: thread main { word = 1; r = cas q, 0, 2 }
// futex/wait_wake.c by the instruction itself, as in libraries that are not to touch errno.
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>

static atomic_int word;

static long futex(int operation, long value) {
  register long timeout __asm__("r10") = 0;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "0"((long)SYS_futex), "D"(&word), "S"((long)operation), "d"(value), "r"(timeout)
                   : "rcx", "r11", "memory");
  return result;
}

static void* run(void* unused) {
  long result = futex(FUTEX_WAIT_PRIVATE, 0);
  assert(result == 0 || result == -EAGAIN);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&word, 1);
  long woken = futex(FUTEX_WAKE_PRIVATE, 1);
  assert(woken == 0 || woken == 1);
  pthread_join(t, 0);
  return 0;
}
