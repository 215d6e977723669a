// expect: verified 2
// toy: var x
// toy: thread t[2] { r = fetch_add x, 1 }
// A block that is freed and allocated again is a new one; alignment, calloc and realloc keep what they promise.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;

static void* first(void* unused) {
  atomic_fetch_add(&x, 1);
  for (int bytes = 1; bytes < 600; bytes += 37) {
    char* block = malloc(bytes);
    memset(block, 1, bytes);
    free(block);
    block = calloc(1, bytes);
    for (int k = 0; k < bytes; k++) assert(block[k] == 0);
    block = realloc(block, bytes + 20);
    block[bytes + 19] = 2;
    block = realloc(block, bytes);
    block[bytes - 1] = 3;
    free(block);
    void* aligned = aligned_alloc(128, 128 + bytes);
    assert((uintptr_t)aligned % 128 == 0);
    memset(aligned, 4, 128 + bytes);
    free(aligned);
  }
  return unused;
}
static void* second(void* unused) {
  return first(unused);
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
