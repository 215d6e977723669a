// multiprodcon(P,W): P producers fill a common buffer twice, then send a request to one of W workers. Traces: (2,5) -> 60, (3,5) -> 2958, (4,5) -> 314064.
#include <pthread.h>
#include <stdint.h>

#ifndef P
#define P 3
#endif
#ifndef W
#define W 5
#endif

static pthread_mutex_t worker_lock[W], pm = PTHREAD_MUTEX_INITIALIZER;
static int request[W], buf;

static void* worker(void* argument) {
  intptr_t id = (intptr_t)argument;
  for (int n = 0; n < 2; ++n) {
    pthread_mutex_lock(&worker_lock[id]);
    if (request[id] > 0) --request[id];
    pthread_mutex_unlock(&worker_lock[id]);
  }
  return 0;
}

static void* producer(void* argument) {
  int id = (int)(intptr_t)argument, kept = 0;
  for (int n = 0; n < 2; ++n) {
    pthread_mutex_lock(&pm);
    kept = buf = buf * P + id;
    pthread_mutex_unlock(&pm);
  }
  int w = kept % W;
  pthread_mutex_lock(&worker_lock[w]);
  ++request[w];
  pthread_mutex_unlock(&worker_lock[w]);
  return 0;
}

int main(void) {
  for (int w = 0; w < W; ++w) pthread_mutex_init(&worker_lock[w], 0);
  pthread_t t;
  for (intptr_t w = 0; w < W; ++w) pthread_create(&t, 0, worker, (void*)w);
  for (intptr_t p = 0; p < P; ++p) pthread_create(&t, 0, producer, (void*)p);
  pthread_exit(0);
}
