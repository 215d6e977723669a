// expect: bug deadlock 36
// options: --keep-going
// toy: mutex q
// toy: sem w[3]
// toy: var in[3]
// toy: thread t[3] { lock q; in[me] = 1; unlock q; acquire w[me] }
// toy: thread main {
// toy:   lock q
// toy:   n = 0
// toy:   for i = 0 to 2 { r = in[i]; n = n + r }
// toy:   left = 3
// toy:   if n == 3 { left = choose 3 }
// toy:   for i = 0 to 2 { r = in[i]; if r && i != left { release w[i] } }
// toy:   unlock q
// toy: }
// The word never changes, and two of three waiters are woken. All four calls are ordered by the queue, 4! orders; in the six with
// the wake at the end, each of the 3 pairs can be the woken one: 18 + 6 * 3.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word;

static void* run(void* unused) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
  return unused;
}

int main(void) {
  pthread_t t[3];
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, 0);
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 2, 0, 0, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  return 0;
}
