// expect: unsupported futex operation other than wait and wake
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int word, other;

static void* run(void* unused) {
  syscall(SYS_futex, &word, FUTEX_REQUEUE_PRIVATE, 1, 1, &other, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
