// expect: verified 4
// toy: mailbox q
// toy: thread high { send q 3 }
// toy: thread low { send q 1 }
// toy: thread main { r = receive q tag 1, 2, 3 lowest }
// System V: a negative type takes the lowest one, MSG_EXCEPT all but one.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/msg.h>

struct message {
  long type;
  int value;
};
static int queue;

static void* send_it(void* type) {
  struct message message = {(long)type, (int)(long)type * 10};
  assert(msgsnd(queue, &message, sizeof message.value, 0) == 0);
  return NULL;
}

int main(void) {
  queue = msgget(IPC_PRIVATE, 0600);
  pthread_t high, low;
  struct message got;
  pthread_create(&high, NULL, send_it, (void*)3);
  pthread_create(&low, NULL, send_it, (void*)1);
  assert(msgrcv(queue, &got, sizeof got.value, -3, 0) == sizeof got.value && got.value == 10 * got.type);
  long first = got.type;
  pthread_join(high, NULL);
  pthread_join(low, NULL);
  assert(msgrcv(queue, &got, sizeof got.value, first, IPC_NOWAIT) == -1);
  assert(msgrcv(queue, &got, sizeof got.value, first, MSG_EXCEPT | IPC_NOWAIT) == sizeof got.value);
  assert(got.type == 4 - first);
  assert(msgrcv(queue, &got, sizeof got.value, -100, IPC_NOWAIT) == -1);
  msgctl(queue, IPC_RMID, NULL);
}
