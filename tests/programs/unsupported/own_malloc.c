// expect: unsupported malloc
// A malloc of the program's own: the C library takes the storage of each new thread from it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static _Alignas(16) char pool[1 << 20];
static size_t used;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void* malloc(size_t bytes) {
  pthread_mutex_lock(&mutex);
  char* block = pool + used;
  used += (bytes + 15) & ~(size_t)15;
  pthread_mutex_unlock(&mutex);
  return block;
}
void free(void* block) {
  (void)block;
}
void* calloc(size_t count, size_t bytes) {
  return memset(malloc(count * bytes), 0, count * bytes);
}
void* realloc(void* block, size_t bytes) {
  void* other = malloc(bytes);
  return block == NULL ? other : memcpy(other, block, bytes);
}

static void* run(void* unused) {
  (void)unused;
  return malloc(4);
}

int main(void) {
  pthread_t t[2];
  void *first, *second;
  for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, run, NULL);
  pthread_join(t[0], &first);
  pthread_join(t[1], &second);
  assert(first != second);
  return 0;
}
