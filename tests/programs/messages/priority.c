// expect: unsupported mq_send with a priority other than 0
// A POSIX message queue with priorities: not modelled yet.
// flags: -lrt
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t queue;

static void* send_low(void* unused) {
  mq_send(queue, "low", 4, 1);
  return unused;
}

int main(void) {
  struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 8};
  queue = mq_open("/mazurka-test", O_CREAT | O_RDWR, 0600, &attributes);
  pthread_t thread;
  pthread_create(&thread, NULL, send_low, NULL);
  pthread_join(thread, NULL);
}
