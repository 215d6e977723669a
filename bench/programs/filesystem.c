// filesystem(N): N threads take a free block for their inode, under a mutex per inode and per block. 2^(N-13) traces: 14 -> 2, 16 -> 8, 18 -> 32, 19 -> 64, 22 -> 512, 24 -> 2048, 26 -> 8192.
#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 16
#endif
#define BLOCKS 26
#define INODES 32

static pthread_mutex_t block_lock[BLOCKS], inode_lock[INODES];
static int busy[BLOCKS], inode[INODES];

static void* allocate(void* argument) {
  int i = (int)(intptr_t)argument % INODES;
  pthread_mutex_lock(&inode_lock[i]);
  if (inode[i] == 0) {
    int b = 2 * i % BLOCKS;
    for (int tries = 0; tries < 10; ++tries) {
      pthread_mutex_lock(&block_lock[b]);
      if (!busy[b]) {
        busy[b] = 1;
        inode[i] = b + 1;
        pthread_mutex_unlock(&block_lock[b]);
        break;
      }
      pthread_mutex_unlock(&block_lock[b]);
      b = (b + 1) % BLOCKS;
    }
  }
  pthread_mutex_unlock(&inode_lock[i]);
  return 0;
}

int main(void) {
  for (int b = 0; b < BLOCKS; ++b) pthread_mutex_init(&block_lock[b], 0);
  for (int i = 0; i < INODES; ++i) pthread_mutex_init(&inode_lock[i], 0);
  pthread_t threads[N];
  for (intptr_t t = 0; t < N; ++t) pthread_create(&threads[t], 0, allocate, (void*)t);
  for (int t = 0; t < N; ++t) pthread_join(threads[t], 0);
  return 0;
}
