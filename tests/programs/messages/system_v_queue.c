// expect: verified 2
// count: each receive wants one type, and which of the two sends comes first makes 2
// A System V message queue: messages are received by their type, the errors are the defined ones.
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

static void* send_two(void* unused) {
  (void)unused;
  struct message message = {2, 20};
  assert(msgsnd(queue, &message, sizeof message.value, 0) == 0);
  return NULL;
}

int main(void) {
  queue = msgget(IPC_PRIVATE, 0600);
  assert(queue >= 0 && msgget(0x6d7a, 0600) == -1 && errno == ENOENT);
  pthread_t thread;
  pthread_create(&thread, NULL, send_two, NULL);
  struct message message = {1, 10}, got;
  assert(msgsnd(queue, &message, sizeof message.value, 0) == 0);
  assert(msgrcv(queue, &got, sizeof got.value, 2, 0) == sizeof got.value && got.value == 20);
  assert(msgrcv(queue, &got, sizeof got.value, 1, 0) == sizeof got.value && got.value == 10);
  pthread_join(thread, NULL);
  assert(msgrcv(queue, &got, sizeof got.value, 0, IPC_NOWAIT) == -1 && errno == ENOMSG);
  message.type = 0;
  assert(msgsnd(queue, &message, sizeof message.value, 0) == -1 && errno == EINVAL);
  message.type = 1;
  assert(msgsnd(queue, &message, 100000, 0) == -1 && errno == EINVAL);
  assert(msgctl(queue, IPC_RMID, NULL) == 0);
  assert(msgsnd(queue, &message, sizeof message.value, 0) == -1 && errno == EINVAL);
}
