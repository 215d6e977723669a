// circular-buffer(N): a sender and a receiver, N critical sections each on one mutex. C(2N,N) traces: 7 -> 3432, 8 -> 12870, 9 -> 48620.
#undef NDEBUG
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 7
#endif
#define SIZE 10

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int buffer[SIZE], first, next, send = 1, receive;

static void* sender(void* unused) {
  int value = 0;
  for (int n = 0; n < N; ++n) {
    pthread_mutex_lock(&m);
    if (send) {
      buffer[next] = value++;
      next = (next + 1) % SIZE;
      send = 0;
      receive = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void* receiver(void* unused) {
  int due = 0;
  for (int n = 0; n < N; ++n) {
    pthread_mutex_lock(&m);
    if (receive) {
      assert(buffer[first] == due);
      ++due;
      first = (first + 1) % SIZE;
      receive = 0;
      send = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, sender, 0);
  pthread_create(&threads[1], 0, receiver, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
