// expect: verified 1
// count: Each waits for the other: 1 trace.
// A thread that nobody waits for writes to variables of functions, which return when it says that it has. Their frames lie
// at the same place.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct request {
  int in, out;
  sem_t done;
};
static struct request* slot;
static sem_t given;

static void* serve(void* unused) {
  for (int k = 0; k < 2; k++) {
    sem_wait(&given);
    struct request* request = slot;
    request->out = request->in + 1;
    sem_post(&request->done);
  }
  return unused;
}

static int ask(int in) {
  struct request request = {.in = in};
  sem_init(&request.done, 0, 0);
  slot = &request;
  sem_post(&given);
  sem_wait(&request.done);
  return request.out;
}

int main(void) {
  pthread_t server;
  sem_init(&given, 0, 0);
  pthread_create(&server, 0, serve, 0);
  pthread_detach(server);
  if (ask(ask(1)) != 3) abort();
}
