// expect: verified 6
// toy: mutex q
// toy: sem w[2]
// toy: var word[2], in[2]
// toy: thread waiter[2] { lock q; r = word[me]; if r == 0 { in[me] = 1 }; unlock q; if r == 0 { acquire w[me] } }
// toy: thread main { lock q; r = exchange word[1], 7; a = in[0]; b = in[1]; if a == 1 { release w[0] }; if b == 1 { release w[1] }; unlock q }
// Changes one word, wakes a waiter on each of two: the second only if that word was 0.
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word[2];

static void* waiter(void* word) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) {
    pthread_create(&t[n], 0, waiter, &word[n]);
    pthread_detach(t[n]);
  }
  long woken = syscall(SYS_futex, &word[0], FUTEX_WAKE_OP_PRIVATE, 1, 1, &word[1],
                       FUTEX_OP(FUTEX_OP_SET, 7, FUTEX_OP_CMP_EQ, 0));
  assert(woken >= 0 && woken <= 2 && __atomic_load_n(&word[1], __ATOMIC_RELAXED) == 7);
  return 0;
}
