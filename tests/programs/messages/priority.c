// expect: verified 3
// toy: mailbox q; mailbox table
// toy: thread low { send q 1 }
// toy: thread main { send q 2 rank 5; r = receive q; s = receive q }
// A POSIX message queue with priorities: the higher one comes first, unless it comes late.
// flags: -lrt
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t queue;

static void* send_low(void* unused) {
  assert(mq_send(queue, "low", 4, 0) == 0);
  return unused;
}

int main(void) {
  struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 8};
  queue = mq_open("/mazurka-test", O_CREAT | O_RDWR, 0600, &attributes);
  pthread_t thread;
  pthread_create(&thread, NULL, send_low, NULL);
  assert(mq_send(queue, "high", 5, 5) == 0);
  char buffer[8];
  unsigned priority = 0;
  assert(mq_receive(queue, buffer, sizeof buffer, &priority) == 5 && priority == 5);
  assert(mq_receive(queue, buffer, sizeof buffer, &priority) == 4 && priority == 0);
  pthread_join(thread, NULL);
}
