// expect: unsupported set_robust_list
// The kernel marks the locks of a list that the thread has given it, when the thread ends.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

struct lock {
  struct robust_list list;
  uint32_t word;
};
static struct lock lock;

static void* run(void* unused) {
  struct robust_list_head head = {.list = {&lock.list}, .futex_offset = offsetof(struct lock, word)};
  lock.list.next = (struct robust_list*)&head;
  __atomic_store_n(&lock.word, (uint32_t)gettid(), __ATOMIC_SEQ_CST);
  syscall(SYS_set_robust_list, &head, sizeof head);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert((__atomic_load_n(&lock.word, __ATOMIC_SEQ_CST) & FUTEX_OWNER_DIED) == 0);
  return 0;
}
