// indexer(N): N threads insert 4 values each into a hash table with a mutex per slot. 8^(N-11) traces from N = 11 on: 12 -> 8, 15 -> 4096, 16 -> 32768, 17 -> 262144.
#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 12
#endif
#define SIZE 128

static pthread_mutex_t slot_lock[SIZE];
static int slot[SIZE];

static int take(int h, int w) {
  pthread_mutex_lock(&slot_lock[h]);
  int is_free = slot[h] == 0;
  if (is_free) slot[h] = w;
  pthread_mutex_unlock(&slot_lock[h]);
  return is_free;
}

static void* insert(void* argument) {
  for (int m = 1; m <= 4; ++m) {
    int w = 11 * m + (int)(intptr_t)argument;
    int h = 7 * w % SIZE;
    while (!take(h, w)) h = (h + 1) % SIZE;
  }
  return 0;
}

int main(void) {
  for (int h = 0; h < SIZE; ++h) pthread_mutex_init(&slot_lock[h], 0);
  pthread_t threads[N];
  for (intptr_t t = 0; t < N; ++t) pthread_create(&threads[t], 0, insert, (void*)t);
  for (int t = 0; t < N; ++t) pthread_join(threads[t], 0);
  return 0;
}
