// expect: unsupported mq_notify
// Being told of messages by a signal or a thread.
// flags: -lrt
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static void* nothing(void* unused) {
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  mqd_t queue = mq_open("/mazurka-notify", O_CREAT | O_RDWR, 0600, NULL);
  struct sigevent event = {.sigev_notify = SIGEV_NONE};
  mq_notify(queue, &event);
  pthread_join(thread, NULL);
}
