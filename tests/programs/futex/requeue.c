// expect: verified 14
// toy: mutex q
// toy: sem w[2]
// toy: var word, in[2], on[2]
// toy: thread waiter[2] { lock q; r = word; in[me] = 1; unlock q; acquire w[me] }
// toy: thread main { lock q; a = in[0]; b = in[1]; c = 0; if a == 1 && b == 1 { c = choose 2 }; if a == 1 && c == 0 { release w[0]; on[0] = 1 }; if b == 1 && (a == 0 || c == 1) { release w[1]; on[1] = 1 }; unlock q; lock q; if a == 1 && b == 1 { if c == 0 { release w[1] }; if c == 1 { release w[0] } }; unlock q }
// Wakes one of the waiters, makes the other wait on another word, and wakes it there.
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word, other;

static void* waiter(void* unused) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) {
    pthread_create(&t[n], 0, waiter, 0);
    pthread_detach(t[n]);
  }
  long moved = syscall(SYS_futex, &word, FUTEX_REQUEUE_PRIVATE, 1, INT_MAX, &other, 0);
  long woken = syscall(SYS_futex, &other, FUTEX_WAKE_PRIVATE, INT_MAX, 0, 0, 0);
  assert(moved >= 0 && moved <= 2 && woken == (moved == 2));
  return 0;
}
