// Two producers and a consumer around one slot, with a mutex and two condition variables, correct: each item arrives
// once.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int slot;  // 0: empty

static void* produce(void* item) {
  pthread_mutex_lock(&mutex);
  while (slot != 0) pthread_cond_wait(&emptied, &mutex);
  slot = (int)(intptr_t)item;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&mutex);
  return 0;
}

static int consume(void) {
  pthread_mutex_lock(&mutex);
  while (slot == 0) pthread_cond_wait(&filled, &mutex);
  int item = slot;
  slot = 0;
  pthread_cond_signal(&emptied);
  pthread_mutex_unlock(&mutex);
  return item;
}

int main(void) {
  pthread_t producers[2];
  for (intptr_t n = 0; n < 2; ++n) pthread_create(&producers[n], 0, produce, (void*)(n + 1));
  int sum = consume();
  sum += consume();
  assert(sum == 3);
  for (int n = 0; n < 2; ++n) pthread_join(producers[n], 0);
  return 0;
}
