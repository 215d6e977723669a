// expect: verified 1
// count: 1, since each waits for the other: nothing comes in another order.
// A thread waits for another one by a semaphore, a mutex and an atomic on its own stack, and ends at once. All that
// others did with them happens before.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

struct request {
  sem_t done;
  int result;
};
static _Atomic(struct request*) pending;
static sem_t requested;

static void* serve(void* unused) {
  sem_wait(&requested);
  struct request* request = pending;
  request->result = 42;
  sem_post(&request->done);
  return unused;
}

static void* ask(void* unused) {
  struct request request = {.result = 0};
  sem_init(&request.done, 0, 0);
  pending = &request;
  sem_post(&requested);
  sem_wait(&request.done);
  return request.result == 42 ? unused : (void*)1;
}

int main(void) {
  sem_init(&requested, 0, 0);
  pthread_t server, client;
  pthread_create(&server, 0, serve, 0);
  pthread_create(&client, 0, ask, 0);
  void* result;
  pthread_join(client, &result);
  pthread_join(server, 0);
  return result != 0;
}
