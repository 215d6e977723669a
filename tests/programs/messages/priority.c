// expect: verified 3
// toy: mailbox q
// toy: thread high { send q 2 rank 5 }
// toy: thread main { send q 1; r = receive q; s = receive q }
// A POSIX message queue with priorities: the higher one comes first, unless it comes late.
// flags: -lrt
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t queue;

static void* send_high(void* unused) {
  assert(mq_send(queue, "high", 5, 5) == 0);
  return unused;
}

int main(void) {
  struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 8};
  queue = mq_open("/mazurka-test", O_CREAT | O_RDWR, 0600, &attributes);
  pthread_t thread;
  pthread_create(&thread, NULL, send_high, NULL);
  assert(mq_send(queue, "low", 4, 0) == 0);
  char buffer[8];
  unsigned first = 0, second = 0;
  assert(mq_receive(queue, buffer, sizeof buffer, &first) == (first == 5 ? 5 : 4));
  assert(mq_receive(queue, buffer, sizeof buffer, &second) == (second == 5 ? 5 : 4));
  assert(first + second == 5);
  pthread_join(thread, NULL);
}
