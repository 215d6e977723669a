// expect: verified 2
// count: which of the two sends comes first: 2
// A POSIX message queue: what is sent first is received first, the errors are the defined ones.
// flags: -lrt
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <time.h>

static mqd_t queue;

static void* send_low(void* unused) {
  (void)unused;
  assert(mq_send(queue, "low", 4, 0) == 0);
  return NULL;
}

int main(void) {
  struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 8};
  struct timespec past = {0, 0};
  char buffer[8];
  unsigned priority = 0;
  assert(mq_open("no-slash", O_RDWR) == -1 && errno == EINVAL);
  assert(mq_open("/a/b", O_RDWR) == -1 && errno == EACCES);
  assert(mq_open("/mazurka-test", O_RDWR) == -1 && errno == ENOENT);
  queue = mq_open("/mazurka-test", O_CREAT | O_RDWR, 0600, &attributes);
  assert(queue != (mqd_t)-1);
  assert(mq_open("/mazurka-test", O_CREAT | O_EXCL | O_RDWR, 0600, &attributes) == -1 && errno == EEXIST);
  pthread_t thread;
  pthread_create(&thread, NULL, send_low, NULL);
  assert(mq_send(queue, "high", 5, 0) == 0);
  pthread_join(thread, NULL);
  assert(mq_send(queue, "much too long", 14, 0) == -1 && errno == EMSGSIZE);
  assert(mq_timedsend(queue, "x", 2, 0, &past) == -1 && errno == ETIMEDOUT);
  assert(mq_receive(queue, buffer, 4, NULL) == -1 && errno == EMSGSIZE);
  assert(mq_receive(queue, buffer, sizeof buffer, &priority) >= 4 && priority == 0);
  assert(mq_getattr(queue, &attributes) == 0 && attributes.mq_curmsgs == 1);
  assert(mq_receive(queue, buffer, sizeof buffer, &priority) >= 4 && priority == 0);
  attributes.mq_flags = O_NONBLOCK;
  assert(mq_setattr(queue, &attributes, NULL) == 0);
  assert(mq_receive(queue, buffer, sizeof buffer, NULL) == -1 && errno == EAGAIN);
  assert(mq_close(queue) == 0 && mq_unlink("/mazurka-test") == 0);
  assert(mq_unlink("/mazurka-test") == -1 && errno == ENOENT);
  assert(mq_send(queue, "x", 2, 0) == -1 && errno == EBADF);
}
