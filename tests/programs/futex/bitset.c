// expect: verified 6
// toy: mutex q
// toy: sem w[2]
// toy: var word, in[2]
// toy: thread waiter[2] { lock q; r = word; in[me] = 1; unlock q; acquire w[me] }
// toy: thread main { lock q; b = in[1]; if b == 1 { release w[1] }; unlock q }
// Only who waits with one of the bits is woken.
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word;

static void* waiter(void* bits) {
  syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, 0, 0, bits);
  assert((long)bits == 2);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (long n = 0; n < 2; n++) {
    pthread_create(&t[n], 0, waiter, (void*)(n + 1));
    pthread_detach(t[n]);
  }
  assert(syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, INT_MAX, 0, 0, 6) <= 1);
  return 0;
}
