// expect: verified 2
// count: each receive wants one type, and which of the two sends comes first makes 2
// Types of messages of System V queues may be large. What the last receives find is the same in both orders.
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

static void* send_one(void* unused) {
  struct message message = {70, 70};
  assert(msgsnd(queue, &message, sizeof message.value, 0) == 0);
  return unused;
}

int main(void) {
  queue = msgget(IPC_PRIVATE, 0600);
  pthread_t thread;
  pthread_create(&thread, NULL, send_one, NULL);
  struct message message = {123456789012345, 1}, got;
  assert(msgsnd(queue, &message, sizeof message.value, 0) == 0);
  assert(msgrcv(queue, &got, sizeof got.value, 62, IPC_NOWAIT) == -1 && errno == ENOMSG);
  assert(msgrcv(queue, &got, sizeof got.value, 70, 0) == sizeof got.value && got.value == 70 && got.type == 70);
  assert(msgrcv(queue, &got, sizeof got.value, 123456789012345, 0) == sizeof got.value && got.value == 1);
  pthread_join(thread, NULL);
  assert(msgctl(queue, IPC_RMID, NULL) == 0);
}
