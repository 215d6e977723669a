// expect: verified 3
// toy: mutex q
// toy: sem w
// toy: var word, in
// toy: thread waiter { lock q; r = word; in = 1; unlock q; acquire w }
// toy: thread main { lock q; r = word; a = in; if a == 1 { release w }; unlock q; lock q; r = word; unlock q }
// Nothing happens unless the word has the expected value.
#include <assert.h>
#include <errno.h>
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
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_detach(t);
  long count = syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE_PRIVATE, 1, 1, &other, 0);
  assert(count == 0 || count == 1);
  count = syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE_PRIVATE, 1, 1, &other, 5);
  assert(count == -1 && errno == EAGAIN);
  return 0;
}
