// expect: verified 3
// toy: mailbox q
// toy: thread sender { send q 0 }
// toy: thread receiver { receive q }
// toy: thread main { r = unread q }
// flags: -lrt
// mq_getattr tells how many messages there are, and so depends on all that changes it: none, one, none again.
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t queue;

static void* sender(void* unused) {
  assert(mq_send(queue, "x", 1, 0) == 0);
  return unused;
}

static void* receiver(void* unused) {
  char message[8192];
  assert(mq_receive(queue, message, sizeof message, NULL) == 1);
  return unused;
}

int main(void) {
  queue = mq_open("/mazurka-getattr", O_CREAT | O_RDWR, 0600, NULL);
  assert(queue >= 0);
  pthread_t one, two;
  pthread_create(&one, NULL, sender, NULL);
  pthread_create(&two, NULL, receiver, NULL);
  struct mq_attr attributes;
  assert(mq_getattr(queue, &attributes) == 0);
  assert(attributes.mq_curmsgs == 0 || attributes.mq_curmsgs == 1);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(mq_unlink("/mazurka-getattr") == 0);
}
