// expect: bug signal 2
// options: --keep-going --memory-errors=ignore
// failed: 2
// toy: var x
// toy: thread t[2] { r = fetch_add x, 1; assert r != 1 }
// A thread overwrites globals, a heap block and its bookkeeping before it crashes: the next execution starts clean.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;
static volatile int* volatile nowhere = (int*)8;
static char text[5000];
static char* heap;

static void* run(void* unused) {
  if (atomic_fetch_add(&x, 1) == 1) {
    memset(text, 'z', sizeof text);
    memset(heap, 'z', 5000);
    memset(heap - 16, 0xff, 16);
    *nowhere = 1;
  }
  return unused;
}

int main(void) {
  heap = malloc(5000);
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, 0);
  if (text[0] == 'z' && atomic_load(&x) == 0) abort();
  pthread_exit(0);
}
