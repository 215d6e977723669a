// expect: verified 3
// count: the receive comes first, or the queue is removed before it, or before it was looked up: 3
// System V: a queue that is removed while a thread is about to take a message from it. It gets the message, or an error.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/msg.h>

struct message {
  long type;
  int value;
};
static int queue;

static void* take(void* unused) {
  struct message got;
  long bytes = msgrcv(queue, &got, sizeof got.value, 0, 0);
  assert(bytes == sizeof got.value || (bytes == -1 && (errno == EIDRM || errno == EINVAL)));
  return unused;
}

int main(void) {
  queue = msgget(IPC_PRIVATE, 0600);
  struct message message = {1, 10};
  assert(msgsnd(queue, &message, sizeof message.value, 0) == 0);
  pthread_t taker;
  pthread_create(&taker, NULL, take, NULL);
  assert(msgctl(queue, IPC_RMID, NULL) == 0);
  pthread_join(taker, NULL);
}
